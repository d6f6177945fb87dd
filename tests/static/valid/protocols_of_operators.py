"""Valid code in which no checker has an error: arrays as arguments for protocols of operators."""

import abc
import itertools
import math
import operator
from collections.abc import Iterable
from functools import reduce
from typing import Any, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)


class Adds(Protocol[T_contra, T_co]):
    def __add__(self, other: T_contra, /) -> T_co: ...


class Scales(Protocol):
    def __mul__(self, other: float, /) -> Any: ...


class Subtracts(Protocol[T_co]):
    def __sub__(self, other: int, /) -> T_co: ...

    def __rsub__(self, other: int, /) -> T_co: ...


class Field(Protocol):
    def __add__(self, other: Any, /) -> Any: ...

    def __mul__(self, other: Any, /) -> Any: ...

    def __neg__(self) -> Any: ...


def added(left: Adds[T, T_co], right: T) -> T_co:
    return left + right


def scaled(x: Scales) -> Any:
    return x * 0.5


def below(x: Subtracts[T_co]) -> T_co:
    return x - 1


def combined(x: Field, y: Field) -> Any:
    return x * y + -x


def protocols(x: jax.Array) -> None:
    h, i = jnp.ones(3, jnp.float16), jnp.ones(3, jnp.int8)
    for left, right in ((x, h), (h, i), (i, x)):
        added(left, right)
        added(left, 1.5)
        added(left, np.ones(3))
        combined(left, right)
        scaled(left)
        below(left)
    combined(x, 2.0)


def functions(x: jax.Array, xs: Iterable[jax.Array], one: bool) -> None:
    h, i = jnp.ones(3, jnp.float16), jnp.ones(3, jnp.int8)
    either = h if one else i
    operator.add(either, x)
    operator.sub(2, either)
    operator.mul(either, np.float32(2))
    operator.mod(np.ones(3), h)
    print(reduce(operator.add, [h, h]), reduce(operator.mul, xs, x), reduce(operator.sub, [h], i))
    print(*itertools.accumulate([h, h], operator.add), sum([i, i]), sum(xs, x), math.prod([2, 3]))
    print(*map(operator.mul, [h, i], [i, 2.0]))


class Meters:
    def __radd__(self, other: object) -> str:
        return "meters"


def another_class(x: jax.Array) -> str:
    return operator.add(x, Meters())


class Base(Array, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def units(self) -> str: ...


protocols(jnp.ones(3))
functions(jnp.ones(3), [jnp.ones(3)], True)
another_class(jnp.ones(3))
