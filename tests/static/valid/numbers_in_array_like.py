"""NumPy numbers of every kind as an `ArrayLike`, and operators on an `ArrayLike`."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.typing import ArrayLike

ONE = np.float32(1)


def taken(x: ArrayLike, y: ArrayLike = ONE) -> ArrayLike:
    return x if np.ndim(x) else y


def of_any_kind(
    number: np.number[Any],
    inexact: np.inexact[Any],
    integer: np.integer[Any],
    unsigned: np.uint8,
    half: np.float16,
    double: np.float64,
    long: np.longdouble,
    numbers: np.complex64,
    flag: np.bool,
) -> list[ArrayLike]:
    taken(np.int64(2), np.float32(1))
    return [number, inexact, integer, unsigned, half, double, long, numbers, flag, np.pi, np.mean(np.ones(3))]


def combined(
    x: ArrayLike, y: ArrayLike, array: jax.Array, of_numpy: np.ndarray, single: npt.NDArray[np.float32], n: np.float32
) -> list[ArrayLike]:
    made: list[ArrayLike] = [x * y, x + 1, 1 - x, x / y, 2.0 * x, x * 2.0, x + (y * x), x**2, 2**x]
    made += [x * array, array - x, x / of_numpy, of_numpy * x, single + x, x + single, n * x, x * n, abs(x)]
    made += [jnp.maximum(x * y, 1.0), jnp.exp(x / (1 + y)), jnp.add(x, y), jnp.where(x == y, x + y, 0.0)]
    return made


def given_to_numpy(x: ArrayLike) -> object:
    return np.asarray(x), np.sum(x), np.shape(x), np.multiply(x, x), np.isscalar(x)


def narrowed(x: ArrayLike, y: ArrayLike) -> Any:
    if isinstance(x, np.number):
        return x.dtype, x.imag, x.T, x.size, x.item(), float(x), int(x), abs(x), -x
    if isinstance(x, (int, float, complex, np.bool)):
        return x * y
    if isinstance(y, (np.ndarray, jax.Array)):
        return y.shape, y.dtype, x * 1, x * x, x + y
    return x.shape, x.dtype


def members(x: ArrayLike) -> Any:
    if isinstance(x, (bool, int, float, complex)):
        return x
    print(x.item(), x.astype(np.float32), x.sum(), x.ravel(), x.copy(), x.max(), x.min(), x.std(), x.var(), x.prod())
    print(x.round(), x.conj(), x.repeat(2), x.take(0), x.transpose(), x.any(), x.all(), x.argmax(), x.cumsum())
    print(
        x.reshape(-1) / 2, x[None] / 2, x.clip(0, 1), x.tolist(), x.squeeze(), x.view(np.int32), x.T, x.shape, x.nbytes
    )
    return jnp.log(x.reshape(-1, 1) / 2)


def arrays(x: ArrayLike) -> jax.Array:
    if not isinstance(x, jax.Array):
        x = jnp.asarray(x * 2)
    return x


def asked(x: object) -> ArrayLike:
    if isinstance(x, ArrayLike):
        return x
    return 0


of_any_kind(
    np.float32(1),
    np.float16(1),
    np.int8(1),
    np.uint8(1),
    np.float16(1),
    np.float64(1),
    np.longdouble(1),
    np.complex64(1),
    np.bool(1),
)
for scalar in (np.float32(2), np.float64(2), 2.0):
    combined(scalar, scalar, jnp.ones(3), np.ones(3), np.ones(3, np.float32), np.float32(1))
    given_to_numpy(scalar)
    narrowed(scalar, np.float32(1))
    arrays(scalar)
    asked(scalar)
for value in (np.float32(2), np.ones(1, np.float32), jnp.ones(1), 1.0):
    members(value)
