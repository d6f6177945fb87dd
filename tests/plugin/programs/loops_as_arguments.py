"""Loops as arguments of overloaded functions, some of whose overloads expect None or an array of another dtype."""

import jax.numpy as jnp
from jax import lax


def main() -> None:
    x, y = jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.bool_)
    known = {"a": y}
    a = known.get("b", lax.fori_loop(0, 2, lambda i, v: v + 1, x))
    reveal_type(a)
    reveal_type(jnp.conj(a))
    b = dict.fromkeys("ab", y).get("b", lax.while_loop(lambda v: False, lambda v: v, x))
    reveal_type(b)
    c = known.pop("b", lax.scan(lambda c, t: (c * 2, None), x, None, 2)[0])
    reveal_type(c)
