"""Describes a dtype as a value: its kind, width, range and precision, and whether it is weak.

>>> dtype_info("uint8").kind, dtype_info("uint8").high
('unsigned', 255)
>>> dtype_info("weak_float").is_weak
True
"""

from __future__ import annotations

from .formats import FORMATS, Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Kind = Literal["bool", "unsigned", "signed", "float", "complex"]

KINDS = ("bool", "unsigned", "signed", "float", "complex")
"""The kinds of dtypes, in the order in which promotion climbs them."""

WEAK_KINDS: dict[str, Kind] = {"weak_int": "signed", "weak_float": "float", "weak_complex": "complex"}
"""The kind of each weak type."""
SCALAR_KINDS: dict[str, Kind] = {"bool": "bool", "int": "signed", "float": "float", "complex": "complex"}
"""The kind of each Python scalar type."""


class DTypeInfo:
    """A dtype, weak type or Python scalar type with its properties.

    Attributes:
        name: the name in promotion systems: ``"int8"``, ``"weak_float"`` or ``"float"``.
        kind: one of `KINDS`.
        is_weak: whether it is one of JAX's weak types.
        format: the number format; None for weak types and Python scalar types, whose width depends on the mode.
    """

    __slots__ = ("format", "is_weak", "kind", "name")

    def __init__(self, name: str, kind: Kind, format: Format | None) -> None:
        self.name, self.kind, self.format = name, kind, format
        self.is_weak = name in WEAK_KINDS

    def __repr__(self) -> str:
        return f"<DTypeInfo {self.name}>"

    @property
    def is_integer(self) -> bool:
        """Whether it is a signed or unsigned integer; bools are no integers."""
        return self.kind in ("signed", "unsigned")

    @property
    def is_inexact(self) -> bool:
        """Whether it is a real or complex floating-point number."""
        return self.kind in ("float", "complex")

    @property
    def bits(self) -> int | None:
        """The width of one component in bits; None if it depends on the mode."""
        return None if self.format is None else self.format.bits

    @property
    def precision(self) -> int | None:
        """The number of significant bits; None if it depends on the mode."""
        return None if self.format is None else self.format.precision

    @property
    def low(self) -> float | None:
        """The smallest finite value; None if it depends on the mode."""
        return None if self.format is None else self.format.low

    @property
    def high(self) -> float | None:
        """The largest finite value; None if it depends on the mode."""
        return None if self.format is None else self.format.high


def _kind(name: str) -> Kind:
    kind = FORMATS[name].kind
    if kind == "int":
        return "unsigned" if FORMATS[name].low == 0 else "signed"
    return kind  # type: ignore[return-value]  # the other kinds have the same names in both modules


INFO: dict[str, DTypeInfo] = {
    **{name: DTypeInfo(name, _kind(name), format) for name, format in FORMATS.items()},
    **{name: DTypeInfo(name, kind, None) for name, kind in {**WEAK_KINDS, **SCALAR_KINDS}.items()},
}
"""The properties of every concrete dtype, weak type and Python scalar type, by name."""


NARROW: frozenset[str] = frozenset(
    name for name, info in INFO.items() if info.bits is not None and info.bits < (16 if info.is_inexact else 8)
)
"""The integers below 8 bits and the floats below 16, which JAX promotes with next to nothing."""


def dtype_info(name: str) -> DTypeInfo:
    """The properties of a dtype by its name.

    Raises:
        KeyError: `name` is no concrete dtype, weak type or Python scalar type.
    """
    return INFO[name]
