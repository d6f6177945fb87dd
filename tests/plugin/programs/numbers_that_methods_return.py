"""Numbers that a method of a container returns, and numbers in containers that a caller has filled."""

import dataclasses

import jax.numpy as jnp
from jaxtyping_promo import Array, int32


def own(x: Array[int32]) -> None:
    rates: dict[str, float] = {"first": 1}
    reveal_type(x * rates.get("first", 2))
    reveal_type(x * rates.get("second", 0.5))
    reveal_type(x * rates.setdefault("first", 3))
    reveal_type(x * rates.pop("first"))
    steps: list[float] = [1]
    reveal_type(x * steps.pop())


def given(x: Array[int32], rates: dict[str, float], steps: list[float]) -> None:
    reveal_type(x * rates.get("second", 1))
    rates["first"] = 1
    steps.append(1)
    reveal_type(x * rates["second"])
    reveal_type(x * rates.get("second", 1))
    reveal_type(x * steps[0])
    reveal_type(x * steps.pop(0))


def loaded() -> dict[str, float]:
    return {"second": 0.5}


def made(x: Array[int32]) -> None:
    rates = loaded()
    rates["first"] = 1
    reveal_type(x * rates["second"])
    steps = list(loaded().values())
    steps.append(1)
    reveal_type(x * steps[0])
    for step in steps:
        reveal_type(x * step)


@dataclasses.dataclass
class Schedule:
    rates: dict[str, float]

    def fill(self, x: Array[int32]) -> None:
        self.rates["first"] = 1
        reveal_type(x * self.rates["second"])
        reveal_type(x * self.rates.get("second", 1))


def main() -> None:
    x = jnp.ones(3, jnp.int32)
    own(x)
    made(x)
    given(x, {"second": 0.5}, [0.5, 1.5])
    Schedule({"second": 0.5}).fill(x)
