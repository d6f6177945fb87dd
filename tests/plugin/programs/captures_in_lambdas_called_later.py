# [tool.jaxtyping-promo]
# x64 = true
"""A lambda that is called after its captured variable has changed, in a function without declared dtypes."""

import jax.numpy as jnp

MASK = jnp.zeros(3, jnp.bool_)
HALF = jnp.arange(3).astype(jnp.bfloat16)


def late(x, q):
    a = jnp.piecewise(MASK != q, [(MASK != q) > 0], [1, 0])
    later = lambda v: next(jnp.percentile(a, 3) for t in (HALF, v))
    a = q * 3
    a -= 0.5
    opt = None
    if len("ab") > 1:
        opt = x
    if opt is None:
        opt = jnp.histogram(a)[0][:3]
    a = opt * 2
    reveal_type(a)
    return later(x)


def main() -> None:
    q = jnp.arange(3).astype(jnp.int8)
    reveal_type(late(-1 >= HALF, q))
    reveal_type(late(HALF, q))
