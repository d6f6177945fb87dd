"""Annotations with another file's own dtypes."""

from jaxtyping import Array, Float16, Int8, UInt8

from . import own_dtypes as own
from .own_dtypes import Byte, Half, Halves


def use(
    f: Float16[Array, "n"], i: Int8[Array, "n"], u: UInt8[Array, "n"], h: Halves[Array, "n"], b: Byte[Array, "n"]
) -> None:
    own.half(f)
    own.half(h)
    own.half(i)  # wrong
    own.half(b)  # wrong
    v: own.Byte[Array, "n"] = u
    w: Half[Array, "n"] = u  # wrong
    print(v, w)


def rank(h: Half[Array, "n m"], b: own.Byte[Array, "n"]) -> Half[Array, "n"]:
    use(h, b, b, h, b)  # wrong
    return h  # wrong


class Fields:
    x: Half[Array, "n"]
    y: list[own.Byte[Array, "n"]]
