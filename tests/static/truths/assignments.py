"""Assignability: a weak array to its default dtype, an array of a dtype to each category of that dtype."""

from typing import Any, Protocol, assert_type

from jaxtyping_promo import *


def takes_float32(x: Array[float32]) -> Array[float32]:
    return x * 2


def takes_any_float(x: Array[floating]) -> Array[floating]:
    return x * 2


def weak(w: Array[weak_float], i: Array[weak_int], f: Array[float32], u: Array[Any]) -> None:
    assert_type(takes_float32(f), Array[float32])
    a: Array[float32] = w
    b: Array[int32] = i
    c: Array[floating] = w
    d: Array[weak_float] = f  # E: assignment
    e: Array[float32] = i  # E: assignment
    g: Array[int8] = u
    h: Array[float32] = u
    takes_float32(i)  # E: arg-type
    takes_any_float(f)
    takes_any_float(i)  # E: arg-type


class Scales(Protocol):
    """A structural type with methods that arrays have."""

    def __mul__(self, other: float, /) -> Any: ...
    def __radd__(self, other: int, /) -> Any: ...


def structural(f: Array[float32]) -> None:
    s: Scales = f
    d: DuckTypedArray = f
