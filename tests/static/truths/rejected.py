"""Operations that JAX rejects are errors under our own code, which can be ignored and disabled."""

import numpy as np
import numpy.typing as npt

from jaxtyping_promo import *


def program(
    b: Array[bool_], i: Array[int8], n: Array[int4], f: Array[float16], s: Array[float8_e4m3fn], z: Array[complex64],
    w: Array[weak_float], nd: npt.NDArray[np.float32],
) -> None:  # fmt: skip
    b - b  # E: dtype-promotion
    True - b  # E: dtype-promotion
    b - True  # E: dtype-promotion
    -b  # E: dtype-promotion
    f & i  # E: dtype-promotion
    1 << f  # E: dtype-promotion
    f ^ 1  # E: dtype-promotion
    ~f  # E: dtype-promotion
    z // 2  # E: dtype-promotion
    2 % z  # E: dtype-promotion
    divmod(z, f)  # E: dtype-promotion
    s + f  # E: dtype-promotion
    s < f  # E: dtype-promotion
    s == f  # E: dtype-promotion
    1j == n  # E: dtype-promotion  # theirs
    n + i  # E: dtype-promotion
    n * 2.0  # E: dtype-promotion
    2.0 * n  # E: dtype-promotion
    nd * s  # E: dtype-promotion  # theirs
    s * nd  # E: dtype-promotion
    np.float32(1) * s  # E: dtype-promotion
    i @ 2  # E: dtype-promotion
    2 @ i  # E: dtype-promotion
    i @ np.int8(2)  # E: dtype-promotion
    w | i  # E: dtype-promotion
    print(b - b)  # E: dtype-promotion
    [x for x in (b - b,)]  # E: dtype-promotion


def ignored(b: Array[bool_], f: Array[float16]) -> None:
    b - b  # type: ignore[dtype-promotion]
    True - b  # type: ignore[dtype-promotion]
    -b  # type: ignore[dtype-promotion]
    1 & f  # type: ignore
