"""Parameters that optax updates: each leaf keeps its dtype. A weak leaf becomes strong."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from optax import apply_updates as updated  # type: ignore[import-untyped]

bf16 = jnp.ones(3, jnp.bfloat16)
params = {"w": bf16, "b": jnp.ones(1, jnp.float16)}


class Weights(NamedTuple):
    w: jax.Array
    b: jax.Array


def loss(p, x):
    return jnp.mean(p["w"] * x) + p["b"][0].astype(jnp.float32)


def train(params, x):
    optimizer = optax.adam(1e-3)
    state = optimizer.init(params)
    for _ in range(2):
        gradients = jax.grad(loss)(params, x)
        updates, state = optimizer.update(gradients, state)
        params = optax.apply_updates(params, updates)
    return params


@jax.jit
def step(params, x):
    value, gradients = jax.value_and_grad(loss)(params, x)
    params = optax.apply_updates(params, gradients)
    return params, value


def once(params, updates):
    params = optax.apply_updates(params, updates)
    return params


def at_once(params, updates):
    return optax.apply_updates(params, updates)


trained = train(params, bf16)
reveal_type(trained["w"])
reveal_type(trained["b"])
reveal_type(optax.apply_updates(bf16, 1.5))
for _ in range(2):
    params, value = step(params, jnp.ones(3))
    reveal_type(params["w"])
    reveal_type(value)
params = updated(params, trained)
reveal_type(params["b"])
one = once(jnp.ones(2, jnp.int8), 1.7)
reveal_type(one)
other = at_once(jnp.ones(2, jnp.int8), 1.7)
reveal_type(other)
w = jnp.ones(3, jnp.float16)
w = optax.apply_updates(w, jnp.ones(3))
reveal_type(w)
weak = jnp.asarray(1.5)
weak = optax.apply_updates(weak, 1)
reveal_type(weak)
reveal_type(weak + bf16)
pair = optax.apply_updates((bf16, weak), (1, 2))
reveal_type(pair[0])
named = optax.apply_updates(updates=Weights(bf16, bf16), params=Weights(bf16, w))
reveal_type(named.w)
reveal_type(named.b)
mixed = {"w": bf16, "n": 1}
mixed = optax.apply_updates(mixed, mixed)
reveal_type(mixed["w"])
reveal_type(mixed["n"])
step_size = 2
step_size = optax.apply_updates(step_size, 0.5)
reveal_type(step_size)
