"""Operands: the dtypes, origin and type variable of a value before an operation is applied to it.

The mypy plugin creates an `Operand` from each mypy type and passes it to the functions ``infer_*``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal, NamedTuple, TypeAlias

from ..system import PYTHON_SCALARS, System

Origin: TypeAlias = Literal["array", "numpy array", "numpy scalar"]
"""The origin of a value. NumPy's values are converted on entry; NumPy's scalars have no dimension."""

PLATFORM_DTYPES: dict[str, tuple[str, str]] = {"int_": ("int32", "int64"), "uint": ("uint32", "uint64")}
"""NumPy's default integers, whose width depends on the platform, and the two dtypes that each may be."""


class Operand(NamedTuple):
    """The knowledge about one operand.

    Attributes:
        dtypes: the dtypes that it may have; several for a category. Weak types and the names of Python scalar types
            count as dtypes. NumPy's may be a key of `PLATFORM_DTYPES`.
        variable: the type variable that stands for the dtype, if any. The core only compares it with others.
        origin: an array (or Python scalar), a NumPy array, or a NumPy scalar.
    """

    dtypes: tuple[str, ...]
    variable: Hashable | None = None
    origin: Origin = "array"

    @property
    def is_numpy(self) -> bool:
        """Whether the value is NumPy's, so that JAX converts it on entry."""
        return self.origin != "array"

    @property
    def is_python_scalar(self) -> bool:
        """Whether the value is a Python scalar."""
        return self.dtypes[0] in PYTHON_SCALARS

    def entering(self, system: System) -> tuple[str, ...]:
        """The dtypes once the library has converted them, in the order of `dtypes`."""
        return tuple(converted(system, dtype) for dtype in self.dtypes) if self.is_numpy else self.dtypes


Alternatives: TypeAlias = tuple[Operand, ...]
"""An operand that is a union of types has one `Operand` for each member."""


def possible_dtypes(alternatives: Iterable[Operand]) -> tuple[str, ...]:
    """All dtypes that an operand may have, as it is before the library converts it."""
    return tuple(dict.fromkeys(dtype for operand in alternatives for dtype in operand.dtypes))


def converted(system: System, dtype: str) -> str:
    """The dtype that a NumPy dtype becomes on entry.

    A dtype that depends on the platform stays as it is, unless the conversion is the same on all platforms.
    """
    becomes = {system.truncated.get(each, each) for each in PLATFORM_DTYPES.get(dtype, (dtype,))}
    return becomes.pop() if len(becomes) == 1 else dtype


def has_dtype(system: System, dtype: str) -> bool:
    """Whether the system has this dtype or Python scalar type."""
    return dtype in system.nodes or dtype in system.scalars
