"""Numbers that are declared as floats in another module, and are ints, or become floats in a third module."""

import dataclasses
import math
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

SCALE: float = 1
FLOOR: float = math.floor(2.5)
ROUNDED: float = round(2.6)
FLAG: int = True
TEST: int = 2 > 1
BOTH: int = True & True
EITHER: float = 1 or 0.5
RATES: list[float] = [1]
TABLE: dict[str, float] = {"k": 1}
OTHER: dict[str, float] = {"k": 1}


def scaled(x):
    return x * SCALE


class Settings:
    rate: float = 1
    pair: tuple[float, float] = (1, 0.5)
    rates: list[float] = [1]
    half: float = 7 // 2
    wide: float = np.float64(0.5)

    def __init__(self) -> None:
        self.own: float = 1

    def scaled(self, x):
        return x * self.own


class Step(NamedTuple):
    size: float = 1


@dataclasses.dataclass
class Plan:
    rates: list[float] = dataclasses.field(default_factory=lambda: [1])
    table: dict[str, float] = dataclasses.field(default_factory=lambda: dict(k=1))
    step: Step = Step()


"module: attribute"


class Trainer:
    def __init__(self, settings: Settings) -> None:
        self.rate = settings.rate

    def step(self, x):
        return x * self.rate


def fill(table: dict[str, float]) -> None:
    table["k"] = 0.5


def change_own(settings: Settings) -> None:
    settings.own = 0.5


def change() -> None:
    global SCALE
    SCALE = 0.5
    RATES.append(0.5)
    TABLE["k"] = 0.5
    fill(OTHER)
    Settings.rates[0] = 0.5


"module: attribute"


def main() -> None:
    x = jnp.ones(3, jnp.int8)
    change()
    bools = x > 0
    trainer = Trainer(Settings())
    reveal_type(trainer.step(x))
    reveal_type(x * trainer.rate)
    reveal_type(scaled(x))
    reveal_type(x * SCALE)
    reveal_type(x * FLOOR)
    reveal_type(x * ROUNDED)
    reveal_type(bools * TEST)
    reveal_type(x * Settings.half)
    reveal_type(jnp.ones(3, jnp.float16) * Settings.wide)
    one, two = Settings.pair
    reveal_type(x * one)
    reveal_type(x * two)
    settings = Settings()
    change_own(settings)
    reveal_type(settings.scaled(x))
    reveal_type(x * settings.own)
    reveal_type(bools * FLAG)
    reveal_type(bools * BOTH)
    reveal_type(x * EITHER)
    reveal_type(x * RATES[-1])
    reveal_type(x * TABLE["k"])
    reveal_type(x * OTHER["k"])
    reveal_type(x * Settings.rates[0])
    reveal_type(x * Settings().rates[0])
    reveal_type(x * Settings.pair[0])
    reveal_type(x * Settings().pair[1])
    step = Step()
    reveal_type(x * step[0])
    reveal_type(x * Step()[0])
    reveal_type(x * step.size)
    (size,) = step
    reveal_type(x * size)
    for each in step:
        reveal_type(x * each)
    reveal_type(x * Plan().rates[0])
    reveal_type(x * Plan().table["k"])
    reveal_type(x * Plan().step.size)
    reveal_type(x * Plan().step[0])
