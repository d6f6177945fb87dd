"""The functions of the module `operator`, and `functools.reduce` with these functions."""

import operator
from functools import reduce
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

from jaxtyping_promo import *


def arithmetic(a: Array[int8], f: Array[float16], b: Array[bool_], w: Array[weak_float]) -> None:
    assert_type(operator.add(a, f), Array[float16])
    assert_type(operator.sub(f, 1), Array[float16])
    assert_type(operator.mul(2.0, a), Array[weak_float])
    assert_type(operator.truediv(a, a), Array[float32])  # theirs
    assert_type(operator.floordiv(a, w), Array[weak_float])  # theirs
    assert_type(operator.mod(a, 3), Array[int8])
    assert_type(operator.pow(a, 2), Array[int8])  # theirs
    assert_type(operator.matmul(a, f), Array[float16])  # theirs
    assert_type(operator.and_(a, b), Array[int8])  # theirs
    assert_type(operator.or_(b, b), Array[bool_])  # theirs
    assert_type(operator.xor(a, 1), Array[int8])  # theirs
    assert_type(operator.lshift(a, 1), Array[int8])  # theirs


def unary(a: Array[int8], b: Array[bool_], z: Array[complex64]) -> None:
    assert_type(operator.neg(a), Array[int8])
    assert_type(operator.pos(a), Array[int8])
    assert_type(operator.abs(z), Array[float32])
    assert_type(operator.invert(b), Array[bool_])
    assert_type(operator.inv(a), Array[int8])


def comparisons(a: Array[int8], f: Array[float16]) -> None:
    assert_type(operator.lt(a, f), Array[bool_])
    assert_type(operator.ge(f, 2), Array[bool_])
    assert_type(operator.eq(a, f), Array[bool_])
    assert_type(operator.ne(1, a), Array[bool_])


def in_place(a: Array[int8], f: Array[float16], n: npt.NDArray[np.float32]) -> None:
    assert_type(operator.iadd(a, f), Array[float16])  # theirs
    assert_type(operator.imul(f, 2), Array[float16])  # theirs
    assert_type(operator.itruediv(a, a), Array[float32])  # theirs
    assert_type(operator.isub(2, f), Array[float16])  # theirs
    assert_type(operator.iadd(a, n), Array[float32])  # theirs


def with_numpy(a: Array[int8], n: npt.NDArray[np.float32], s: np.int16) -> None:
    assert_type(operator.add(n, a), Array[float32])  # theirs
    assert_type(operator.mul(a, s), Array[int16])


def unions(x: Array[int8] | Array[float32], y: Array[int8] | float, f: Array[float16]) -> None:
    assert_type(operator.add(x, f), Array[float16] | Array[float32])
    assert_type(operator.mul(y, f), Array[float16])


def unknown(a: Array[int8], u: Array[Any], o: object) -> None:
    assert_type(operator.add(a, u), Array[Any])


def refused(b: Array[bool_], f: Array[float16], z: Array[complex64]) -> None:
    operator.sub(b, b)  # E: dtype-promotion
    operator.and_(f, 1)  # E: dtype-promotion
    operator.neg(b)  # E: dtype-promotion
    operator.imod(z, 2)  # E: dtype-promotion


class Meters:
    """A class that defines the operator."""

    def __radd__(self, other: object) -> str:
        return "meters"


def another_class(a: Array[int8]) -> None:
    total: str = operator.add(a, Meters())


def reduced(a: Array[int8], b: Array[bool_], f: Array[float16]) -> None:
    assert_type(reduce(operator.add, [a, a]), Array[int8])
    assert_type(reduce(operator.mul, (a, a, a)), Array[int8])
    assert_type(reduce(operator.add, (x for x in (f, f))), Array[float16])
    assert_type(reduce(operator.or_, [b, b]), Array[bool_])
    assert_type(reduce(lambda x, y: x + y, [a, a]), Array[int8])
