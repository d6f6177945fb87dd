"""Ints that the class of another module declares as floats, and that a third module unpacks or uses as a default."""

import jax.numpy as jnp


class Config:
    rate: float = 1
    betas: tuple[float, float] = (1, 0.9)


"module: attribute"

config = Config()


class Trainer:
    def __init__(self, settings: Config) -> None:
        self.first, self.second = settings.betas


def scaled(x, rate=config.rate):
    return x * rate


"module: from"


def main() -> None:
    x = jnp.ones(3, jnp.int8)
    reveal_type(scaled(x))
    reveal_type(x * Trainer(Config()).first)
