"""The names of jaxtyping: ``Float32`` is one dtype, ``Float`` any of ten.

Source: ``jaxtyping/_array_types.py`` of jaxtyping 0.3.11. Older releases have fewer names.
"""

from __future__ import annotations

from ..dtype_info import WEAK_KINDS, dtype_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MODULE = "jaxtyping"
"""The module that has the names."""
BASE = "AbstractDtype"
"""The class from which programs derive further dtype names."""

EXACT: Mapping[str, str] = {
    "Bool": "bool_",
    "UInt2": "uint2",
    "UInt4": "uint4",
    "UInt8": "uint8",
    "UInt16": "uint16",
    "UInt32": "uint32",
    "UInt64": "uint64",
    "Int2": "int2",
    "Int4": "int4",
    "Int8": "int8",
    "Int16": "int16",
    "Int32": "int32",
    "Int64": "int64",
    "Float4e2m1fn": "float4_e2m1fn",
    "Float8e4m3b11fnuz": "float8_e4m3b11fnuz",
    "Float8e4m3fn": "float8_e4m3fn",
    "Float8e4m3fnuz": "float8_e4m3fnuz",
    "Float8e5m2": "float8_e5m2",
    "Float8e5m2fnuz": "float8_e5m2fnuz",
    "BFloat16": "bfloat16",
    "Float16": "float16",
    "Float32": "float32",
    "Float64": "float64",
    "Complex64": "complex64",
    "Complex128": "complex128",
}
"""The names that stand for one dtype, and the dtype."""


def _of_kind(kind: str) -> tuple[str, ...]:
    """The dtypes of a kind that have a name of their own in jaxtyping."""
    return tuple(dtype for dtype in EXACT.values() if dtype_info(dtype).kind == kind)


_UINTS, _INTS, _FLOATS, _COMPLEXES = map(_of_kind, ("unsigned", "signed", "float", "complex"))

CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "UInt": _UINTS,
    "Int": _INTS,
    "Integer": _UINTS + _INTS,
    "Float": _FLOATS,
    "Complex": _COMPLEXES,
    "Inexact": _FLOATS + _COMPLEXES,
    "Real": _FLOATS + _UINTS + _INTS,
    "Num": _UINTS + _INTS + _FLOATS + _COMPLEXES,
}
"""The names that stand for several dtypes, and the dtypes."""

OPEN = ("Shaped", "Key")
"""The names that stand for any dtype, or for a dtype outside promotion."""

NAMES = frozenset((*EXACT, *CATEGORIES, *OPEN))
"""The names that are subscripted by an array type and a string."""


def dtypes_of_name(name: str) -> tuple[str, ...] | None:
    """The dtypes of a name; None if the name allows every dtype, or is unknown."""
    if name in EXACT:
        return (EXACT[name],)
    return CATEGORIES.get(name)


def name_of(dtypes: frozenset[str]) -> str | None:
    """The name of the narrowest category that contains some dtypes, or None if no category contains them."""
    fitting = [name for name, members in CATEGORIES.items() if dtypes <= {*members}]
    return min(fitting, key=lambda name: len(CATEGORIES[name])) if fitting else None


def annotation_name(dtypes: Sequence[str]) -> str | None:
    """The name that an annotation of an array of some dtypes has: the narrowest one that contains them.

    Args:
        dtypes: dtypes and weak types. A weak type stands for all dtypes of its kind, since its width depends on the
            mode.

    Returns:
        The name, or None if no name contains all of them.
    """
    strong: set[str] = set()
    for dtype in dtypes:
        kind = WEAK_KINDS.get(dtype)
        if kind is None:
            strong.add(dtype)
        elif strong.isdisjoint(_of_kind(kind)):
            strong.update(_of_kind(kind))
    exact = next((name for name, dtype in EXACT.items() if strong == {dtype}), None)
    return exact or name_of(frozenset(strong))
