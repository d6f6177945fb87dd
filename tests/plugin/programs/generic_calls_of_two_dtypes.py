"""Generic functions and comprehensions that get one of several arrays, which mypy infers twice."""

import jax
import jax.numpy as jnp


def chosen(a: jax.Array, b: jax.Array) -> jax.Array:
    a = jnp.ones(3, jnp.int8)
    b = jnp.ones(3, jnp.float16)
    reveal_type(next(iter((a, b))) + 1)
    c = [next(iter((a, b))) for _ in (a, a)][-1]
    reveal_type(c)
    a = [next(t for t in (a, b)) for t in (a, a)][-1]
    reveal_type(a)
    by_name = dict.fromkeys("ab", next(iter((a, b))))
    reveal_type(by_name["a"])
    return next(iter((a, b)))


reveal_type(chosen(jnp.ones(3), jnp.ones(3)))
