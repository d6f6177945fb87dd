"""Attributes that are declared as floats and have ints as defaults, also in base and derived classes."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import jax.numpy as jnp


@dataclass
class Settings:
    rate: float = 1
    decay: float = field(default=2)


class Named(NamedTuple):
    rate: float = 1


class Base:
    scale: float = 1


class Derived(Base):
    scale = 0.5


class Assigning(Base):
    def __init__(self) -> None:
        self.scale = 0.25


class Open:
    rate: float = 1

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)


def scaled(base: Base):
    return jnp.arange(3) * base.scale


def main() -> None:
    i = jnp.arange(3)
    reveal_type(i * Settings().rate)
    reveal_type(i * Settings(0.5).rate)
    reveal_type(i * Settings(decay=0.5).decay)
    reveal_type(i * Settings().decay)
    reveal_type(i * replace(Settings(), rate=0.5).rate)
    reveal_type(i * Named(0.5).rate)
    reveal_type(i * Open(rate=0.5).rate)
    reveal_type(scaled(Base()))
    reveal_type(scaled(Derived()))
    reveal_type(scaled(Assigning()))
