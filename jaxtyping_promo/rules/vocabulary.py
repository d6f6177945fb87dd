"""The vocabulary of the rules: for each word, the dtype that it returns for a dtype in a promotion system.

A new word of the rule language is a `Word` in `MAPS`, with a line in the table of its docstring. What a word means apart
from its dtypes are fields of `Word`.
"""

from __future__ import annotations

from ..dtype_info import NARROW, dtype_info
from ..dtypes import DTYPES
from ..operators import UNARY
from . import numpy_vocabulary
from .words import Word, by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..system import System

CONSTANTS: dict[str, str] = {
    "bool": "bool_",
    "index": "int",
    "int": "int",
    "float": "float",
    "complex": "complex",
    "uint": "uint",
    "int32_without_x64": "int",
}
"""Dtypes that are defaults of a Python type, by that type. The name of any other dtype stands for itself.

``int32_without_x64`` is unknown with x64.
"""

NODES: tuple[str, ...] = tuple(dict.fromkeys((*CONSTANTS, *DTYPES, "weak_int", "weak_float", "weak_complex")))
"""The dtypes that a rule may name, weak types and the words of `CONSTANTS` included."""


def _inexact(system: System, node: str) -> str | None:
    return system.unary("truediv", node)


def is_inexact(node: str) -> bool:
    """Whether a node is a float or complex dtype, or a weak float or complex type."""
    return dtype_info(node).is_inexact


def _default_float_if_exact(system: System, node: str) -> str | None:
    return node if is_inexact(node) else system.defaults["weak_float"]


def _to_complex(system: System, node: str) -> str | None:
    if not is_inexact(node):
        return None
    if dtype_info(node).kind == "complex":
        return node
    return {"weak_float": "weak_complex", "float64": "complex128"}.get(node, "complex64")


def _real_part(system: System, node: str) -> str | None:
    return system.unary("abs", node) if dtype_info(node).kind == "complex" else node


def _int32_if_bool(system: System, node: str) -> str | None:
    return system.unary("floordiv", node) if node == "bool_" else node


def _default_int_if_bool(system: System, node: str) -> str | None:
    return system.defaults["weak_int"] if node == "bool_" else node


def _accumulator(system: System, node: str) -> str | None:
    default = system.defaults["weak_int"]
    kind = dtype_info(node).kind
    if kind == "signed" and node not in system.defaults:
        return node if node == "int64" else default
    if kind == "unsigned":
        return node if node == "uint64" else f"u{default}"
    return _default_int_if_bool(system, node)


def _at_least_float32(system: System, node: str) -> str | None:
    info = dtype_info(node)
    return "float32" if node in NARROW or (info.kind == "float" and info.bits == 16) else node


def _strong(system: System, node: str) -> str | None:
    return system.stored(node)


def _unary(op: str) -> Callable[[System, str], str | None]:
    return lambda system, node: system.unary(op, node)


def _only_default_of_floats(system: System, node: str) -> str | None:
    return None if dtype_info(node).kind == "float" and node != system.defaults["weak_float"] else node


def _only_default_int_or_inexact(system: System, node: str) -> str | None:
    return node if is_inexact(node) or node == system.defaults["weak_int"] else None


def _int32_weak_like(system: System, node: str) -> str | None:
    if node == "bool_":
        return None  # a comparison of weak arrays is weak, too, although its type does not show that
    if node not in system.defaults:
        return "int32"
    return "weak_int" if system.defaults["weak_int"] == "int32" else None


MAPS: dict[str, Word] = {
    **by_name(
        Word("inexact", _inexact, makes_inexact=True),
        Word("default_float_if_exact", _default_float_if_exact),
        Word("to_complex", _to_complex),
        Word("real_part", _real_part),
        Word("at_least_float32", _at_least_float32),
        Word("int32_if_bool", _int32_if_bool),
        Word("default_int_if_bool", _default_int_if_bool),
        Word("accumulator", _accumulator, is_of_sums=True),
        Word("promoted_with_int", lambda system, node: system.promote(node, "int"), scalar="int"),
        Word("promoted_with_float", lambda system, node: system.promote(node, "float"), scalar="float"),
        Word(
            "promoted_with_default_float",
            lambda system, node: system.promote(node, system.defaults["weak_float"]),
        ),
        Word("strong", _strong, makes_strong=True),
        Word(
            "strong_if_inexact",
            lambda system, node: node if node == "weak_int" else _strong(system, node),
            makes_strong=True,
        ),
        Word(
            "strong_if_complex",
            lambda system, node: system.defaults[node] if node == "weak_complex" else node,
            makes_strong=True,
        ),
        Word("canonical", lambda system, node: requested(system, node)),
        Word("int32_weak_like", _int32_weak_like, is_partial=True),
        Word("only_strong", lambda system, node: None if node in system.defaults else node, is_partial=True),
        Word("only_inexact", lambda system, node: node if is_inexact(node) else None, is_partial=True),
        Word(
            "only_complex",
            lambda system, node: node if dtype_info(node).kind == "complex" else None,
            is_partial=True,
        ),
        Word("only_default_of_floats", _only_default_of_floats, is_partial=True),
        Word("only_default_int_or_inexact", _only_default_int_or_inexact, is_partial=True),
        Word("int_as_range", takes_ranges=True),
        Word("if_others_equal", compares_others=True),
        Word("not_number", rejects_numbers=True),
        Word("not_numpy", excludes_numpy=True),
    ),
    **numpy_vocabulary.MAPS,
}
"""The maps by name. *Unknown* means that the rule has no result for the dtype.

Rules may also use the names of operators as maps, such as ``abs`` and ``add``: see `jaxtyping_promo.rules.parser`. The
words of NumPy's rules are in `jaxtyping_promo.rules.numpy_vocabulary`.

===============================  =====================================================================================
``inexact``                      bools and integers become the float that a division makes of them
``default_float_if_exact``       bools and integers become the default float
``to_complex``                   a float becomes the complex dtype of its width, a narrower one complex64
``real_part``                    a complex dtype becomes the float of its parts
``at_least_float32``             floats below 32 bits, and the dtypes that ``inexact`` leaves alone, become float32
``int32_if_bool``                a bool becomes int32, as in arithmetic
``default_int_if_bool``          a bool becomes the default integer
``accumulator``                  integers become as wide as the default integer, as in a sum
``promoted_with_int``            promoted with a Python int
``promoted_with_float``          promoted with a Python float
``promoted_with_default_float``  promoted with an array of the default float
``strong``                       a weak type becomes its default dtype
``strong_if_inexact``            the same for weak floats and complex numbers alone
``strong_if_complex``            the same for weak complex numbers alone
``canonical``                    strong, and without x64 truncated to 32 bits, as a requested dtype is
``int32_weak_like``              int32, and weak where the operand is (unknown for bools, and for weak types with x64)
``only_strong``                  weak types are unknown
``only_inexact``                 dtypes other than floats and complex numbers are unknown
``only_complex``                 dtypes other than complex numbers are unknown
``only_default_of_floats``       floats other than the default float are unknown
``only_default_int_or_inexact``  bools, and integers other than the default integer, are unknown
``int_as_range``                 a Python number stands for the array of the integers below it
``if_others_equal``              unknown if the operands after the first have different dtypes
``not_number``                   JAX rejects a Python number here
``not_numpy``                    unknown for a NumPy array, which JAX returns as a NumPy array
===============================  =====================================================================================
"""

OPERATORS: dict[str, Word] = by_name(*(Word(op, _unary(op)) for op in UNARY))
"""The unary operators as maps."""

WHICH: dict[str, Callable[[str, Sequence[str]], bool]] = {
    "": lambda dtype, nodes: True,
    "inexact": lambda dtype, nodes: is_inexact(dtype),
    "whole_byte": lambda dtype, nodes: dtype not in NARROW,
    "if_strong": lambda dtype, nodes: not any(dtype_info(node).is_weak for node in nodes),
    "up_to_32_bits": lambda dtype, nodes: (
        dtype not in ("int64", "uint64", "float64", "complex128", "int", "float", "complex")
    ),
    **numpy_vocabulary.WHICH,
    "unknown": lambda dtype, nodes: False,
}
"""The words before a dtype parameter. Each says when the result has the dtype of the argument.

The words of NumPy's rules are in `jaxtyping_promo.rules.numpy_vocabulary`.

=================  ================================================================================================
``inexact``        float and complex dtype arguments
``whole_byte``     dtype arguments that are no integers below 8 bits and no floats below 16
``if_strong``      all, if no operand is weak
``up_to_32_bits``  dtype arguments of 32 bits at most (complex numbers of 64): JAX makes wider ones without x64, too
``unknown``        none: the rule says nothing of a call with a dtype argument
=================  ================================================================================================
"""


def requested(system: System, dtype: str) -> str:
    """The dtype that a dtype argument requests: a Python type requests its default, and 64 bits need x64."""
    node = system.node(dtype)
    node = system.stored(node)
    return system.truncated.get(node, node)


def constant(system: System, name: str) -> str | None:
    """The dtype that a constant of a rule stands for."""
    if name == "int32_without_x64" and system.defaults["weak_int"] != "int32":
        return None
    if name == "uint":
        return f"u{system.defaults['weak_int']}"
    return requested(system, CONSTANTS.get(name, name)) if name in CONSTANTS else name
