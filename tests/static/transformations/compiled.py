"""A compiled function returns an array, even if its annotation is a Python scalar."""

from typing import Any, assert_type

import jax

from jaxtyping_promo import Array, float16, weak_float


@jax.jit
def scalar(x: Array[float16]) -> float:
    return 1.0


def compiled(x: Array[float16]) -> None:
    assert_type(scalar(x), Array[weak_float])
    scalar(x).dtype
    plain: float = scalar(x)
    plain + 1
    assert_type(jax.jit(lambda a: a * 2.5)(x), Array[float16])
