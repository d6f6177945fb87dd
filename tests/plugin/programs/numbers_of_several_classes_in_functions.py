"""Functions whose result is weak for some numbers, with a number of one of several classes."""

import math

import jax.numpy as jnp
import numpy as np


def main() -> None:
    i, weak = jnp.arange(3), jnp.asarray(1.0)
    reveal_type(jnp.heaviside(min(2, 1.5), i))
    reveal_type(jnp.heaviside(i, (1 if math.pi < 3 else 0.5)))
    reveal_type(jnp.hypot(i, (1 if math.pi < 3 else 0.5)))
    for number in (np.float32(1), 2.0):
        reveal_type(jnp.heaviside(number, weak))
        reveal_type(jnp.hypot(number, weak))
