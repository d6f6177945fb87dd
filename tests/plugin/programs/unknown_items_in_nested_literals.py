"""Dicts of an array and a dict of a variable of unknown type, which is assigned anew later."""

import operator

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, bool_

BYTES = jnp.arange(3).astype(jnp.int8)


def unknown(x: Array[bool_], n: int = 2, c: bool = True):
    for _, y in {"a": x, "b": BYTES}.items():
        if c:
            d, b = (t * n for t in (BYTES, y))
    a = lax.scan(lambda c, _: (c, None), d, None, 2)[0]
    a |= x
    a = jnp.cumsum(~b, dtype=jnp.float32)
    return jax.tree.reduce(operator.add, [BYTES, x])


def main() -> None:
    x, mask = jax.jit(lambda a, b: (a * b, b > 0))(unknown(BYTES > 0), BYTES)
    nested = {"w": mask[-1], "layer": {"w": x}}
    reveal_type(nested)
    last = nested["w"]
    sign, x = jnp.linalg.slogdet(jnp.eye(3) * x)
    reveal_type(sign)
    reveal_type(last)
    reveal_type(BYTES * (last if len("ab") > 1 else mask))
