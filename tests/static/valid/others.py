"""Valid code in which no checker has an error: code of real programs."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import interpreters, lax
from jax.extend import linear_util
from jax.interpreters import batching

Traced = interpreters.partial_eval.DynamicJaxprTracer


def is_traced(x: jax.Array | Traced) -> bool:
    return isinstance(x, Traced)


def program(x: jax.Array, rate: float) -> None:
    jacobian = jax.jacfwd
    if x.ndim:
        jacobian = jax.jacrev
    jacobian(jnp.sin)(x)
    rate = lax.stop_gradient(rate)
    contained = [1 in x, 1.0 in x, rate in x, True in x, np.float32(1) in x, x[0] in x, np.ones(()) not in x]
    contained.append(any(number in x for number in range(3)))
    lax.cond(x.ndim == 1, (x, 1), lambda pair: pair[0], x, lambda y: y)
    flat, tree = jax.tree.flatten(((x,), {}))
    function, _ = jax.api_util.flatten_fun(linear_util.wrap_init(jnp.sin), tree)
    function.call_wrapped(*flat)
    print(jax.interpreters.ad.Zero, batching.primitive_batchers, is_traced(x))
    print(x.view(), x.__add__(x), x.__radd__(1))


def of_a_tree(params: dict[str, Any]) -> None:
    doubled = jax.tree.map(lambda x: x * 2, params)
    for name, value in doubled["layer"].items():
        print(name, value.shape)


program(jnp.ones(3), 0.1)
of_a_tree({"layer": {"w": jnp.ones(3)}})
