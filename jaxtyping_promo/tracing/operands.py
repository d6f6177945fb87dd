"""Describes values of a running program: their dtype, weak type, origin, shape, and the values of numbers.

Nothing here imports JAX: a value is described by its attributes and by the names of its classes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Origin: TypeAlias = Literal["array", "numpy array", "numpy scalar", "python"]
ARRAY: Final = "array"
NUMPY_ARRAY: Final = "numpy array"
NUMPY_SCALAR: Final = "numpy scalar"
PYTHON: Final = "python"

SCALARS: Final = {bool: "bool", int: "int", float: "float", complex: "complex"}
SCALAR_DTYPES: Final = {"bool": "bool_", "int": "int32", "float": "float32", "complex": "complex64"}
TRUNCATED: Final = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
WIDE: Final = {narrow: wide for wide, narrow in TRUNCATED.items()}
MOST_ITEMS: Final = 256
"""The number of items of containers that are looked at in one argument list."""


class Seen(NamedTuple):
    """A value that an operation received.

    Attributes:
        dtype: its dtype as the program has it; for a Python number the name of its class.
        held: the dtype after JAX has converted it.
        weak: whether it is weakly typed.
        origin: `ARRAY`, `NUMPY_ARRAY`, `NUMPY_SCALAR` or `PYTHON`.
        shape: its shape.
        number: the value of a finite number; None for arrays and bools.
    """

    dtype: str
    held: str
    weak: bool
    origin: Origin = ARRAY
    shape: tuple[int, ...] = ()
    number: int | float | None = None

    @property
    def key(self) -> tuple[str, bool]:
        """What JAX's promotion looks at."""
        return self.held, self.weak

    @property
    def text(self) -> str:
        """The dtype as reports show it."""
        if self.origin in (NUMPY_ARRAY, NUMPY_SCALAR):
            return f"NumPy {self.dtype}"
        return self.dtype if self.origin == PYTHON or not self.weak else f"weak {self.dtype}"


def dtype_name(dtype: Any) -> str:
    """The name of a dtype as the package's tables have it: ``bool_`` for bool."""
    name = str(dtype)
    return "bool_" if name == "bool" else name


def described(value: Any, *, x64: bool) -> Seen | None:
    """Describe an array, a NumPy value, a Python number, or a dtype that stands for an array; None for other values."""
    kind = SCALARS.get(type(value))
    if kind is not None:
        held = SCALAR_DTYPES[kind]
        number = value if kind in ("int", "float") and _is_finite(value) else None
        return Seen(kind, WIDE.get(held, held) if x64 else held, kind != "bool", PYTHON, (), number)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(value, numpy.ndarray | numpy.generic):
            name = dtype_name(value.dtype)
            origin: Origin = NUMPY_SCALAR if isinstance(value, numpy.generic) else NUMPY_ARRAY
            number = value.item() if origin is NUMPY_SCALAR and value.dtype.kind in "iuf" else None
            number = number if number is not None and _is_finite(number) else None
            return Seen(name, name if x64 else TRUNCATED.get(name, name), False, origin, value.shape, number)
        if isinstance(value, numpy.dtype):
            return Seen(dtype_name(value), dtype_name(value), False)
    if isinstance(value, type):
        return None
    aval = getattr(value, "aval", value)
    dtype, shape = getattr(aval, "dtype", None), getattr(aval, "shape", None)
    if dtype is None or not isinstance(shape, tuple):
        return None
    name = dtype_name(dtype)
    return Seen(name, name, bool(getattr(aval, "weak_type", False)), ARRAY, shape)


def _is_finite(number: int | float) -> bool:
    """Whether a number is neither infinite nor NaN; integers may be too large for a float."""
    return isinstance(number, int) or math.isfinite(number)


def described_all(values: Any, *, x64: bool) -> list[Seen]:
    """Describe the arrays and numbers in arguments, also those in lists, tuples and dicts."""
    return [seen for value in _leaves(values, [MOST_ITEMS]) if (seen := described(value, x64=x64)) is not None]


def _leaves(value: Any, budget: list[int]) -> Iterator[Any]:
    budget[0] -= 1
    if budget[0] < 0:
        return
    if isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item, budget)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item, budget)
    else:
        yield value
