"""Loops, branches and compiled functions that return Python numbers while compilation is switched off."""

import jax
import jax.numpy as jnp
from jax import lax


def main() -> None:
    with jax.disable_jit():
        reveal_type(lax.scan(lambda c, x: (c + 1, x), 0, jnp.ones(3))[0])
        reveal_type(lax.fori_loop(0, 3, lambda i, c: c + i, 0))
        reveal_type(lax.cond(True, lambda: 1, lambda: 2))
        reveal_type(jax.jit(lambda x: 2)(jnp.ones(3)))
