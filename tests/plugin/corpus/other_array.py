"""Classes and modules with the names of other classes and modules."""
import numpy as np
import numpy.typing as npt
from jaxtyping_promo import Array as Ours
from jaxtyping_promo import float16, int8
from jaxtyping_promo.array import Array as Same


class Array:
    def __add__(self, other: object) -> "Array": return self
    def __radd__(self, other: object) -> "Array": return self


class bool_: ...


class ndarray(np.ndarray[tuple[int, ...], np.dtype[np.int16]]):
    def __mul__(self, other: object) -> int: return 3


class Scalar(float):
    def __sub__(self, other: object) -> str: return ""


class Reflects:
    def __rsub__(self, other: object) -> bytes: return b""


class Both(Ours[int8], ndarray): ...


def program(
    x: Array, y: Ours[int8], z: Ours[bool_], n: ndarray, s: Scalar, b: Both, r: Reflects, same: Same[float16],
    raw: np.ndarray, obj: npt.NDArray[np.object_], text: npt.NDArray[np.str_], when: npt.NDArray[np.datetime64],
    structured: np.ndarray[tuple[int], np.dtype[np.void]], wide: npt.NDArray[np.longdouble], platform: npt.NDArray[np.int_],
    many: npt.NDArray[np.int8 | np.float32], any_scalar: np.generic, number: np.number, memory: np.memmap, masked: np.ma.MaskedArray,
) -> None:
    reveal_type(x + y)
    reveal_type(y + x)
    reveal_type(y + z)
    reveal_type(z - z)
    reveal_type(n * y)
    reveal_type(y * n)
    reveal_type(n + y)
    reveal_type(s - y)
    reveal_type(y - s)
    reveal_type(s + y)
    reveal_type(b + y)
    reveal_type(b * y)
    reveal_type(y - r)
    reveal_type(same + y)
    reveal_type(y + raw)
    reveal_type(raw + y)
    reveal_type(y + obj)
    reveal_type(obj + y)
    reveal_type(y + text)
    reveal_type(text + y)
    reveal_type(y + when)
    reveal_type(when - y)
    reveal_type(y + structured)
    reveal_type(y + wide)
    reveal_type(wide + y)
    reveal_type(y + platform)
    reveal_type(many * y)
    reveal_type(y + any_scalar)
    reveal_type(any_scalar + y)
    reveal_type(y + number)
    reveal_type(number == y)
    reveal_type(memory + y)
    reveal_type(y + masked)
    reveal_type(np.add(y, y))
    reveal_type(np.float32(1) + y)
    reveal_type(np.longdouble(1) + y)
    reveal_type(np.mean(y) + y)
    n += y
    y += n
    raw[y] + y[raw]
