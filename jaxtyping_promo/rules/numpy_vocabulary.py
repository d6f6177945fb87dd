"""The words of the rule language that only NumPy's functions need.

Some words change each operand before the operands are joined (`EACH`), all others change the joined dtype (`MAPS`).
"""

from __future__ import annotations

from ..dtype_info import KINDS, dtype_info
from .words import Word, by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..system import System

SMALLEST_FLOAT: dict[str, str] = {
    **dict.fromkeys(("bool_", "uint8", "int8"), "float16"),
    **dict.fromkeys(("uint16", "int16"), "float32"),
    **dict.fromkeys(("uint32", "uint64", "int32", "int64"), "float64"),
}
"""The narrowest float that holds every value of a dtype, as far as NumPy has one: the loop that a ufunc selects."""

FLOATS = ("float16", "float32", "float64", "float")

SMALLEST_SINGLE: dict[str, str] = {"float16": "float32", **dict.fromkeys(SMALLEST_FLOAT, "float64")}
"""The dtype in which NumPy computes with at least single precision, where it differs from the operand's."""


def without_weak(system: System, nodes: Sequence[str]) -> list[str]:
    """The nodes of operands, with the dtype of its partner for each weak one: int8 for the 2 beside an int8 array."""
    strong = [node for node in map(system.node, nodes) if node not in system.defaults]
    concrete = []
    for node in map(system.node, nodes):
        joined: str | None = node
        if node in system.defaults:
            for other in strong:
                joined = system.promote(joined, other) if joined is not None else None
        concrete.append(system.stored(joined or node))
    return concrete


def _stored(system: System, node: str) -> str:
    return system.stored(system.node(node))


def _smallest_float(system: System, nodes: Sequence[str]) -> list[str]:
    return [SMALLEST_FLOAT.get(node, node) for node in without_weak(system, nodes)]


def _as_array(system: System, nodes: Sequence[str]) -> list[str]:
    return [_stored(system, node) for node in nodes]


def _first_as_array(system: System, nodes: Sequence[str]) -> list[str]:
    return [_stored(system, nodes[0]), *nodes[1:]]


def _first_as_float(system: System, nodes: Sequence[str]) -> list[str]:
    first, *others = _as_array(system, nodes)
    return ["float64" if first in SMALLEST_FLOAT else first, *others]


def _first_not_half(system: System, nodes: Sequence[str]) -> list[str]:
    first, *others = _as_array(system, nodes)
    return [] if first == "float16" else [first, *others]


def _linalg_float(system: System, nodes: Sequence[str]) -> list[str]:
    arrays = _as_array(system, nodes)
    return [] if "float16" in arrays else ["float64" if node in SMALLEST_FLOAT else node for node in arrays]


def _nested(system: System, nodes: Sequence[str]) -> list[str]:
    joined: str | None = None
    for node in _as_array(system, nodes):
        joined = node if joined in (None, node) else system.promote(joined, node)
    return [] if joined is None else [joined]


def _levels(system: System, nodes: Sequence[str]) -> list[str]:
    if len(nodes) != 2:
        return []
    level, operand = nodes[0], _stored(system, nodes[1])
    if operand == "bool_":
        return []
    if level in ("int", "float"):
        return [operand]
    return ["float64" if system.node(level) in SMALLEST_FLOAT else level, operand]


def _levels_before_2_1(system: System, nodes: Sequence[str]) -> list[str]:
    operands = _levels(system, nodes)
    is_float = len(operands) == 2 and operands[1] not in SMALLEST_FLOAT
    return operands[1:] if is_float and nodes[0] not in FLOATS else operands


def _fractions(system: System, nodes: Sequence[str]) -> list[str]:
    return [] if nodes[0] in SMALLEST_FLOAT or nodes[0] in ("bool", "int") else _levels(system, nodes)


EACH: dict[str, Word] = by_name(
    Word("smallest_float", of_operands=_smallest_float),
    Word("as_array", of_operands=_as_array),
    Word("first_as_array", of_operands=_first_as_array),
    Word("first_as_float", of_operands=_first_as_float),
    Word("linalg_float", of_operands=_linalg_float),
    Word("nested", of_operands=_nested),
    Word("levels", of_operands=_levels),
    Word("levels_before_2_1", of_operands=_levels_before_2_1),
    Word("fractions", of_operands=_fractions, is_partial=True),
    Word("first_not_half", of_operands=_first_not_half),
)
"""The words that change the operands before they are joined. No operand is left if NumPy rejects one.

=====================  =================================================================================================
``smallest_float``     bools and integers become the narrowest float that holds them: float16 for 8 bits, float32 for 16
``as_array``           a Python number becomes an array of its default dtype, and is not weak anymore
``first_as_array``     the same for the first operand alone
``first_as_float``     the same for all operands; if the first one is a bool or an integer, it becomes float64
``linalg_float``       bools and integers become float64, and NumPy rejects float16
``nested``             the items of a nested list become arrays, and are promoted one after the other
``levels``             the first operand is a percentage: a number does not count, and integers become float64
``levels_before_2_1``  the same, but integers do not count beside floats
``fractions``          the same for a fraction, but the result is unknown for bools and integers
``first_not_half``     the operands become arrays, and NumPy rejects float16 for the first one
=====================  =================================================================================================
"""


def _kind(node: str) -> str:
    return dtype_info(node).kind


def _only(*kinds: str) -> Callable[[System, str], str | None]:
    return lambda system, node: node if _kind(node) in kinds else None


def _double(system: System, node: str) -> str:
    return "complex128" if _kind(node) == "complex" else "float64"


def _int8_if_bool(system: System, node: str) -> str:
    return "int8" if node == "bool_" else node


def _complex_of(system: System, node: str) -> str:
    if _kind(node) == "complex":
        return node
    return "complex64" if node in ("float16", "float32") else "complex128"


def _float16_if_bool(system: System, node: str) -> str:
    return "float16" if node == "bool_" else node


MAPS: dict[str, Word] = {
    **EACH,
    **by_name(
        Word("only_exact", _only("bool", "unsigned", "signed")),
        Word("only_real", _only("bool", "unsigned", "signed", "float")),
        Word("only_number", _only("unsigned", "signed", "float", "complex")),
        Word("no_uint64", lambda system, node: None if node == "uint64" else node),
        Word("int8_if_bool", _int8_if_bool),
        Word("float16_if_bool", _float16_if_bool),
        Word("double", _double),
        Word("single_or_double", lambda system, node: SMALLEST_SINGLE.get(node, node)),
        Word("complex_of", _complex_of),
        Word("promoted_with_int64", lambda system, node: system.promote(node, "int64")),
        Word("to_bool", lambda system, node: "bool_", makes_bool=True),
        Word("to_uint8", lambda system, node: "uint8"),
        Word("to_index", lambda system, node: "int64"),
    ),
}
"""The maps by name. NumPy rejects a dtype for which a map has no result.

=======================  =============================================================================================
``only_exact``           NumPy rejects floats and complex numbers
``only_real``            NumPy rejects complex numbers
``only_number``          NumPy rejects bools
``no_uint64``            NumPy rejects uint64
``int8_if_bool``         a bool becomes int8
``float16_if_bool``      a bool becomes float16
``double``               real dtypes become float64, complex ones complex128
``single_or_double``     float16 becomes float32, and bools and integers become float64
``complex_of``           the complex dtype of a float; complex128 for bools and integers
``promoted_with_int64``  promoted with an array of int64
``to_bool``              a bool, whatever the operand
``to_uint8``             uint8, whatever the operand
``to_index``             int64, whatever the operand
=======================  =============================================================================================
"""


def casts_to_same_kind(dtype: str, to: str) -> bool:
    """Whether NumPy casts a dtype to another with ``casting="same_kind"``, as for ``out`` and in-place operators.

    Args:
        dtype, to: dtypes, or names of Python scalar types.
    """
    return KINDS.index(_kind(dtype)) <= KINDS.index(_kind(to))


WHICH: dict[str, Callable[[str, Sequence[str]], bool]] = {
    "exact": lambda dtype, nodes: _kind(dtype) in ("bool", "unsigned", "signed"),
    "real_number": lambda dtype, nodes: _kind(dtype) in ("unsigned", "signed", "float"),
    "real_inexact": lambda dtype, nodes: _kind(dtype) == "float",
    "single_or_double": lambda dtype, nodes: dtype in ("float32", "float64", "float"),
    "same_kind": lambda dtype, nodes: all(casts_to_same_kind(node, dtype) for node in nodes),
    "unless_complex": lambda dtype, nodes: _kind(dtype) == "complex" or all(_kind(node) != "complex" for node in nodes),
}
"""The words before a dtype parameter. Each says when the result has the dtype of the argument; else it is unknown.

====================  ================================================================================================
``exact``             dtype arguments that are bools or integers
``real_number``       dtype arguments that are integers or floats
``real_inexact``      dtype arguments that are floats
``single_or_double``  float32 and float64
``same_kind``         all to which NumPy casts the operands with ``casting="same_kind"``
``unless_complex``    all, but only complex ones for complex operands
====================  ================================================================================================
"""
