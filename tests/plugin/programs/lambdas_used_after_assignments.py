"""Lambdas that run after a variable in them has been assigned again."""

import functools

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float16, int8


def f(x: Array[float16], q: Array[int8]) -> None:
    a, c = x * 2, x * 2.0
    c = x.astype(jnp.float32)
    early = lambda v: a
    later = lambda v: a
    half = lambda: jnp.sum(a) * 0.5
    reveal_type(early(x))
    a = q > 0
    reveal_type(later(x))
    reveal_type(half())
    compiled = jax.jit(lambda v: a)
    mapped = jax.vmap(compiled)
    several = [lambda v: a, lambda v: v]
    partial = functools.partial(later, x)
    through = lambda v: later(v)
    at_once = jax.tree.map(lambda v: v + x, a)
    a = q
    reveal_type(compiled(x))
    reveal_type(mapped(x))
    reveal_type(several[0](x))
    reveal_type(partial())
    reveal_type(through(x))
    reveal_type(at_once)
    products = (t * c for t in [x, x])
    mapped_later = map(lambda t: t * c, [x, x])
    c = q > 0
    reveal_type(next(products))
    reveal_type(next(mapped_later))
    b = x * 3
    for _ in range(2):
        again = lambda v: b if b.ndim == 1 else v
        b = x
        reveal_type(again(x))
        b = q
        reveal_type(again(x))


def main() -> None:
    f(jnp.ones(3, jnp.float16), jnp.ones(3, jnp.int8))
