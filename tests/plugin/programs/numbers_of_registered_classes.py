"""Python's numbers are registered with the classes of `numbers` at run time, which mypy does not know."""

import numbers

import jax.numpy as jnp


def half(x, n):
    return x * 0.5 if isinstance(n, numbers.Integral) else x


def scaled(x, n):
    if isinstance(n, (str, numbers.Real)):
        return x * 0.5
    return x


def main() -> None:
    i = jnp.arange(3)
    reveal_type(half(i, 2))
    reveal_type(scaled(i, 2.0))
