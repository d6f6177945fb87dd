"""Factories of generic classes: an object that they make accepts arrays of other dtypes."""

from __future__ import annotations
from typing import Generic, TypeVar
import jax, jax.numpy as jnp

T = TypeVar("T")


class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value

    @classmethod
    def of(cls, value: T) -> Box[T]:
        return cls(value)

    def set(self, value: T) -> None:
        self.value = value


def box(v: T) -> Box[T]:
    return Box(v)


def main() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    a = Box({"w": x})
    a.value["w"] = n
    a.set({"w": n})
    b = Box.of({"w": x})
    b.value["w"] = n
    b.set({"w": n})
    c = box({"w": x})
    c.value["w"] = n
    c.set({"w": n})
    d = box([x])
    d.set([n])
    e = box(x)
    e.set(n)
    f = Box.of(x)
    f.set(n)
    g = Box.of([x])
    g.set([n])
    h = Box.of((x,))
    h.set((n,))
    i = box((x, 1))
    i.set((n, 2))
