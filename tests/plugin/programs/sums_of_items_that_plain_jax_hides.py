"""Sums of arrays that plain JAX knows no type for: a jitted function, `jax.tree.map` or an operator has returned them."""

import operator

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def halved(x: jax.Array) -> jax.Array:
    return x * 0.5


def of_results(x, s: float = 0.5):
    e = jax.jit(lambda v: s * v)(x)
    reveal_type(sum([e, e])[0])
    reveal_type(sum((e, e)).sum())
    reveal_type(sum([t for t in (e, e)]).sum())
    e = {"p": -e, "q": x}["p"]
    return e


def of_trees(x: jax.Array) -> None:
    xs = jax.tree.map(lambda t: x != t, [x, x])
    total = sum(t * np.float16(2) for t in xs)
    reveal_type(halved(total))
    reveal_type(total[0])
    reveal_type(sum(xs).at[0].set(1))


def zeros(x: jax.Array) -> jax.Array:
    return jnp.zeros_like(x, jnp.float16)


def of_calls(xs: tuple[jax.Array, ...]) -> jax.Array:
    total = sum(zeros(x) for x in xs)
    if len(xs) > 1:
        total = total - jnp.mean(total)
    return total


def of_scans(xs: dict[str, jax.Array]) -> jax.Array:
    total = sum(lax.associative_scan(jnp.add, x) for x in xs.values())
    return total.astype(jnp.float16) + total.max()


def of_operators(x: jax.Array) -> jax.Array:
    us = (operator.sub(x, x),) + (+x,)
    ts = tuple(us)
    return halved(sum(t for t in ts))


@jax.jit
def doubled(x: jax.Array) -> jax.Array:
    return x * 2


def of_appended(xs: list[jax.Array]) -> jax.Array:
    ys = []
    for x in xs:
        ys.append(doubled(x))
    return sum(ys).mean()


def with_a_start(x: jax.Array) -> None:
    xs = dict(a=lax.exp(x), b=jax.tree.map(lambda v: v / 2, [x, x])[0])
    reveal_type(sum(xs.values(), True).astype(jnp.int8))
    reveal_type(sum(xs.values(), 0.5).mean())


def main() -> None:
    with_a_start(jnp.ones(3, jnp.bfloat16))
    reveal_type(of_scans({"a": jnp.ones(3), "b": jnp.ones(3, jnp.bfloat16)}))
    reveal_type(of_operators(jnp.ones(3, jnp.int8)))
    reveal_type(of_appended([jnp.ones(3, jnp.int8)]))
    reveal_type(of_results(jnp.ones(3)))
    reveal_type(of_results(jnp.ones(3, jnp.int32)))
    of_trees(jnp.ones(3))
    reveal_type(of_calls((jnp.ones(3), jnp.ones(3))))
