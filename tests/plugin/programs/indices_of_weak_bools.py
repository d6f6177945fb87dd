"""`top_k` of a comparison of weak arrays, whose indices are weak although the type of the bools is not."""

import jax.numpy as jnp
from jax import lax


def main() -> None:
    strong = jnp.ones(3) > 0
    weak = jnp.asarray(1.0) > jnp.zeros(3, jnp.bool_)
    for mask in (strong, weak):
        reveal_type(lax.top_k(mask, 2)[1])
    g = jnp.ones(3, jnp.int32)
    count = 0
    while count < 2:
        count += 1
        g, d = lax.top_k(g >= 3, 3)
        reveal_type(g)
        reveal_type(d)
    reveal_type(lax.top_k(jnp.ones(3), 2)[1])
