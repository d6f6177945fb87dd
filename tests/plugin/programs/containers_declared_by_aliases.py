"""Containers that get arrays of other dtypes, where descriptors, aliases of types and factories declare them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Optional, TypeAlias, TypeVar

import jax
import jax.numpy as jnp

T = TypeVar("T")
S = TypeVar("S")
Params: TypeAlias = dict[str, jax.Array]
Arrays = list[jax.Array]
OptionalParams = Optional[dict[str, jax.Array]]


class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value

    @classmethod
    def of(cls, value: T) -> Box[T]:
        return cls(value)


class Factory:
    def __call__(self, value: T) -> Box[T]:
        return Box(value)


class Described(Generic[T]):
    def __init__(self, default: T) -> None:
        self.value = default

    def __get__(self, obj: Any, owner: type | None = None) -> T:
        return self.value

    def __set__(self, obj: Any, value: T) -> None:
        self.value = value


class Model:
    aliased: Params | None = None
    arrays: Optional[Arrays] = None
    optional: OptionalParams = None
    pair: tuple[jax.Array, Params | None]
    groups = Described[Params]({})
    losses: Described[list[jax.Array]] = Described([])


def choose(c: bool, a: Callable[[T], S], b: Callable[[T], S], x: T) -> S:
    return a(x) if c else b(x)


def declarations() -> None:
    x, n = jnp.ones(3, jnp.bfloat16), jnp.arange(3)
    model = Model()
    model.aliased = {"a": x}
    model.aliased["b"] = n
    reveal_type(model.aliased["b"])
    model.arrays = [x]
    model.arrays.append(n)
    reveal_type(model.arrays[1])
    model.optional = {"a": x}
    model.optional["b"] = n
    reveal_type(model.optional["b"])
    model.pair = (x, {"a": x})
    assert model.pair[1] is not None
    model.pair[1]["b"] = n
    reveal_type(model.pair[1]["b"])
    pair: tuple[jax.Array, Params | None] = (x, None)
    pair = (x, {"a": x})
    if pair[1] is not None:
        pair[1]["b"] = n
        reveal_type(pair[1]["b"])


def descriptors() -> None:
    x, n = jnp.ones(3, jnp.bfloat16), jnp.arange(3)
    model = Model()
    model.groups = {"a": x}
    model.groups["b"] = n
    reveal_type(model.groups["b"])
    model.losses = [x]
    model.losses.append(n)
    model.losses[0] = n
    reveal_type(model.losses[0])


def factories() -> None:
    x, n = jnp.ones(3, jnp.bfloat16), jnp.arange(3)
    made = Factory()(x)
    made.value = n
    reveal_type(made.value)
    boxes = list(map(Box, [x, x]))
    boxes[0].value = n
    reveal_type(boxes[0].value)
    others = [*map(Box.of, [x, x])]
    others[0].value = n
    reveal_type(others[0].value)


def branches() -> None:
    n = jnp.arange(3)
    chosen = choose(False, lambda v: {"a": v}, lambda v: {"a": v * 1.0}, n)
    reveal_type(chosen["a"])
    chosen["a"] = n
    several = choose(True, lambda v: [v], lambda v: [v * 1.0], n)
    reveal_type(several[0])


declarations()
descriptors()
factories()
branches()
