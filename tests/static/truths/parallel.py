"""Collectives of Python numbers, and of each array in a pytree."""

from typing import assert_type

import jax
from jax import lax

from jaxtyping_promo import Array, bfloat16, bool_, complex64, float16, float32, int8, uint32


def of_numbers(a: Array[float32], n: int, x: float, c: complex) -> None:
    def summed(row: Array[float32]) -> Array[float32]:
        assert_type(lax.psum(n, "i"), int)
        assert_type(lax.psum(x, "i"), float)
        assert_type(lax.psum(c, "i"), complex)
        assert_type(lax.pmean(n, "i"), float)
        assert_type(lax.pmean(x, "i"), float)
        assert_type(lax.pmean(c, "i"), complex)
        assert_type(row / lax.psum(1, "i"), Array[float32])
        return row

    jax.vmap(summed, axis_name="i")(a)


def of_trees(a: Array[bfloat16], b: Array[bool_], c: Array[complex64], h: Array[float16], i: Array[int8]) -> None:
    def summed(h: Array[float16], i: Array[int8]) -> Array[int8]:
        assert_type(lax.psum((h, [i, i]), "i")[0], Array[float16])
        assert_type(lax.psum((h, [i, i]), "i")[1], list[Array[int8]])
        assert_type(lax.psum({"h": (h, i)}, axis_name="i")["h"], tuple[Array[float16], Array[int8]])
        assert_type(lax.pmean([h], axis_name="i"), list[Array[float16]])
        assert_type(lax.pmax((i, h), "i"), tuple[Array[int8], Array[float16]])
        assert_type(lax.all_gather({"i": i}, "i"), dict[str, Array[int8]])
        return i

    def of_others(a: Array[bfloat16], b: Array[bool_], c: Array[complex64]) -> Array[bool_]:
        assert_type(lax.pmean((a, c), "i"), tuple[Array[bfloat16], Array[complex64]])
        assert_type(lax.all_gather([b], "i"), list[Array[bool_]])
        return b

    jax.vmap(summed, axis_name="i")(h, i)
    jax.vmap(of_others, axis_name="i")(a, b, c)


def declared_trees(u: Array[uint32]) -> None:
    def summed(u: Array[uint32]) -> Array:
        wide: list[Array] = lax.psum([u], "i")
        return wide[0]

    jax.vmap(summed, axis_name="i")(u)
