"""Generic classes that get arrays of another dtype after they are made, and those that can get none."""

from __future__ import annotations

import contextvars
from collections import ChainMap
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float32

T = TypeVar("T")
C = TypeVar("C", covariant=True)


class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value

    def get(self) -> T:
        return self.value

    def set(self, value: T) -> None:
        self.value = value

    def __setitem__(self, index: int, value: T) -> None:
        self.value = value


@dataclass
class Pair(Generic[T]):
    one: T
    other: T
    past: list[T] = field(default_factory=list)

    def add(self, value: T) -> Self:
        self.past.append(value)
        return self


class Stack(list[T]):
    def push(self, value: T) -> None:
        self.append(value)


class Node(Generic[T]):
    def __init__(self, value: T, following: Node[T] | None = None) -> None:
        self.value, self.following = value, following


class Constant(Generic[C]):
    def __init__(self, value: C) -> None:
        self._value = value

    def get(self) -> C:
        return self._value


def boxed(value: T) -> Box[T]:
    return Box(value)


def main() -> None:
    x, i = jnp.ones(3, jnp.float16), jnp.arange(3)
    box = Box(x)
    box.value = i
    reveal_type(box.value)
    box.set(x)
    reveal_type(box.get())
    box[0] = i
    reveal_type(box.get())
    made = boxed(x)
    made.set(i)
    reveal_type(made.get())
    pair = Pair(x, x)
    pair.add(i).add(x)
    reveal_type(pair.past[0])
    reveal_type(replace(pair, one=i).one)
    stack = Stack([x])
    stack.push(i)
    stack.append(x)
    reveal_type(stack[1])
    node = Node(x)
    node.following = Node(i)
    reveal_type(node.following.value)
    variable = contextvars.ContextVar("variable", default=x)
    variable.set(i)
    reveal_type(variable.get())
    chain = ChainMap({"a": x}, {"b": i})
    chain["c"] = i
    reveal_type(chain["b"])
    constant = Constant(x)
    reveal_type(constant.get())
    declared: Box[Array[float32]] = Box(jnp.ones(3, jnp.float32))
    reveal_type(declared.get())
    unknown: Box[jax.Array] = Box(x)
    unknown.set(i)
    reveal_type(unknown.get())
