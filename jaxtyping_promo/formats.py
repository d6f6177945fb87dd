"""The number formats of the concrete dtypes (width, range and precision), and the losses of conversions between them.

Sources: IEEE 754, ``ml_dtypes`` 0.5 (the oracle test compares every entry with its ``finfo`` and ``iinfo``).
"""

from __future__ import annotations

from collections import namedtuple

from .dtypes import DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NamedTuple

    class Format(NamedTuple):
        """A number format; for a complex dtype, the format of each component."""

        kind: str
        """``bool``, ``int``, ``float`` or ``complex``."""
        bits: int
        """The width of one component."""
        precision: int
        """The number of significant bits."""
        low: float
        """The smallest finite value."""
        high: float
        """The largest finite value."""

    class Loss(NamedTuple):
        """A loss of a conversion (``component``, ``range`` or ``precision``), and its amount in words."""

        what: str
        detail: str
else:
    Format = namedtuple("Format", "kind bits precision low high")
    Loss = namedtuple("Loss", "what detail")

KINDS = ("bool", "int", "float", "complex")

_FLOATS = {  # bits, significant bits with the implicit one, largest finite value
    "float4_e2m1fn": (4, 2, 6.0),
    "float6_e2m3fn": (6, 4, 7.5),
    "float6_e3m2fn": (6, 3, 28.0),
    "float8_e3m4": (8, 5, 15.5),
    "float8_e4m3": (8, 4, 240.0),
    "float8_e8m0fnu": (8, 1, 2.0**127),
    "float8_e4m3b11fnuz": (8, 4, 30.0),
    "float8_e4m3fn": (8, 4, 448.0),
    "float8_e4m3fnuz": (8, 4, 240.0),
    "float8_e5m2": (8, 3, 57344.0),
    "float8_e5m2fnuz": (8, 3, 57344.0),
    "bfloat16": (16, 8, 255 * 2.0**120),
    "float16": (16, 11, 65504.0),
    "float32": (32, 24, (2**24 - 1) * 2.0**104),
    "float64": (64, 53, (2**53 - 1) * 2.0**971),
}
COMPONENTS: dict[str, str] = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
"""The real dtype of the two components of each complex dtype."""


def _format(name: str) -> Format:
    """The format of a concrete dtype."""
    if name == "bool_":
        return Format("bool", 8, 1, 0, 1)
    if name in COMPONENTS:
        return _format(COMPONENTS[name])._replace(kind="complex")
    if name in _FLOATS:
        bits, precision, high = _FLOATS[name]
        return Format("float", bits, precision, 2.0**-127 if name == "float8_e8m0fnu" else -high, high)
    bits = int(name.lstrip("uint"))
    if name.startswith("u"):
        return Format("int", bits, bits, 0, 2**bits - 1)
    return Format("int", bits, bits - 1, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


FORMATS: dict[str, Format] = {name: _format(name) for name in DTYPES}
"""The format of every concrete dtype."""

TIMES: dict[float, str] = {2: "twice", 4: "four times", 8: "eight times"}
"""The words for factors that have one."""


def times(factor: float) -> str:
    """A factor in words: ``"twice"``, ``"3 times"``."""
    return TIMES.get(factor, f"{factor:g} times")


def memory(source: str, target: str) -> float:
    """How many times the memory of an array of one concrete dtype an array of another takes."""
    one, other = (FORMATS[name].bits * (2 if FORMATS[name].kind == "complex" else 1) for name in (source, target))
    return other / one


def losses(source: str, target: str) -> Iterator[Loss]:
    """The losses that converting from one concrete dtype to another can cause."""
    a, b = FORMATS[source], FORMATS[target]
    if a.kind == "complex" and b.kind != "complex":
        yield Loss("component", f"{target} has no imaginary part")
    if a.low < b.low or a.high > b.high:
        end, mine, theirs = ("up", a.high, b.high) if a.high > b.high else ("down", a.low, b.low)
        yield Loss("range", f"{source} goes {end} to {_number(mine)}, {target} to {_number(theirs)}")
    if a.kind in ("float", "complex") and b.kind in ("bool", "int"):
        yield Loss("precision", f"{target} has no fractions")
    elif a.precision > b.precision:
        yield Loss("precision", f"{source} has {a.precision} significant bits, {target} has {b.precision}")


def _number(value: float) -> str:
    """A number as a message shows it."""
    if abs(value) < 1:
        return f"{value:.2g}"
    return str(int(value)) if abs(value) < 1e6 else f"{float(value):.3g}"
