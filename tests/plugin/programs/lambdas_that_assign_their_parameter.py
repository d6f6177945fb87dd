"""Lambdas that assign an array of another dtype to their parameter."""

import jax
import jax.numpy as jnp
from jax import lax


def main() -> None:
    x, y = jnp.ones(3, jnp.float16), jnp.ones(3, jnp.bfloat16)
    reveal_type(lax.cond(x.sum() > 0, lambda v: (v, (v := y) + v), lambda v: (v, (v := y) + v), x >= y))
    reveal_type((lambda v: (v := y) + v)(x))
    reveal_type(jax.jit(lambda v: (v := y) + v)(x))
    reveal_type(list(map(lambda v: (v := y) + v, [x])))
    reveal_type(jax.tree.map(lambda v: (v := y) + v, [x]))
