"""Defaults of a class that its constructor replaces by keyword arguments, under names that it computes."""

import jax.numpy as jnp


class Settings:
    rate = 1
    dtype = jnp.float32

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)


def main() -> None:
    settings = Settings(rate=0.5, dtype=jnp.int8)
    reveal_type(jnp.arange(3) * settings.rate)
    reveal_type(jnp.zeros(2, settings.dtype))
