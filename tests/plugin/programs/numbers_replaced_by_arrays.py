"""Containers and attributes of numbers that get an array from a function without annotations, as plain JAX allows."""

from typing import Any

import jax.numpy as jnp

HALF = jnp.ones(3, jnp.float16)


def same(x: Any) -> Any:
    return x


class Mean:
    def __init__(self) -> None:
        self.total = 0.0
        self.count = 0
        self.weight = 1.0

    def used(self) -> None:
        reveal_type(HALF * self.count)
        reveal_type(HALF * self.weight)

    def add(self, value: Any, n: int = 1) -> None:
        self.total += value * n
        self.count += n
        self.weight = self.decayed(0.5)

    def decayed(self, rate: float) -> float:
        return self.weight * rate


def containers() -> None:
    numbers = {"a": 0.0, "b": 1.0}
    numbers["a"] += same(jnp.ones(3))
    reveal_type(HALF * numbers["a"])
    stored = {"a": 0.0, "b": 1.0}
    stored["a"] = same(jnp.ones(3))
    reveal_type(HALF * stored["a"])
    declared: dict[str, float] = {}
    declared["a"] = same(jnp.ones(3))
    several = [0.0, 1.0]
    several[0] = same(jnp.ones(3))
    reveal_type(HALF * several[0])
    appended = [0.5, 1.5]
    appended.append(same(jnp.ones(3)))
    reveal_type(HALF * appended[-1])
    looped = [0.5 for _ in range(2)]
    for i in range(2):
        looped[i] = same(jnp.ones(3))
    for each in looped:
        reveal_type(HALF * each)
    arrays = {"a": HALF}
    arrays["a"] += same(jnp.ones(3))
    reveal_type(arrays["a"])


def means() -> None:
    mean = Mean()
    mean.add(jnp.ones(3))
    reveal_type(HALF * mean.total)
    reveal_type(HALF * mean.count)
    mean.used()


MEAN = Mean()
MEAN.add(jnp.ones(3))
reveal_type(HALF * MEAN.total)
reveal_type(HALF * MEAN.count)


def main() -> None:
    containers()
    means()
