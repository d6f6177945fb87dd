"""Built-in functions that are operators."""

from typing import assert_type

from jaxtyping_promo import *


def program(a: Array[int8], f: Array[float16], z: Array[complex64], w: Array[weak_int]) -> None:
    assert_type(abs(a), Array[int8])
    assert_type(abs(z), Array[float32])
    assert_type(round(f, 2), Array[float16])
    assert_type(divmod(a, 2), tuple[Array[int8], Array[int8]])
    assert_type(divmod(7, f), tuple[Array[float16], Array[float16]])
    assert_type(sum([a, a], start=a), Array[int8])
    assert_type(abs(-a) + abs(f), Array[float16])
