"""Reads the arguments of a call of NumPy as its rules need them: operands, dtypes, and the values of flags.

The interpreter and the mypy plugin each have a `NumpyReader` for their own kind of value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from ..rules.numpy_tables import NumpyRule
from ..rules.rule import Rule
from ..rules.signature import Bound
from ..rules.vocabulary import requested
from ..system import PYTHON_SCALARS
from .arguments import Arguments, Items
from .numpy_dtypes import NUMPY, is_known
from .numpy_kinds import ARRAY, SCALAR, SCALAR_OR_ARRAY, Kinds
from .operand import Alternatives

V = TypeVar("V", contravariant=True)


class NumpyReader(Protocol[V]):
    """Reads one argument of a call."""

    def is_none(self, value: V) -> bool:
        """Whether an argument is None, which NumPy treats as not given."""

    def is_number(self, value: V) -> bool:
        """Whether an argument is a Python number."""

    def is_list(self, value: V) -> bool:
        """Whether an argument is a list or tuple, which NumPy converts to an array."""

    def literal(self, value: V) -> str | None:
        """The text of a literal argument, such as ``True``; None if its value is not known."""

    def dtype(self, value: V) -> str | None:
        """The dtype that an argument names; None if it is not known."""

    def alternatives(self, value: V) -> Alternatives | None:
        """The operand that an array or number is; None if its dtype is not known."""

    def array_of_list(self, value: V) -> Alternatives | None:
        """The array that NumPy makes of a list; None if its dtype is not known."""

    def items(self, value: V) -> Items | None:
        """The operands in a sequence of arrays; None if one of them is not known."""

    def kinds(self, value: V) -> Kinds:
        """The kinds that an argument may have."""


def read_arguments(rule: NumpyRule, bound: Bound[Any], reader: NumpyReader[Any]) -> tuple[Arguments, dict[str, Kinds]]:
    """The arguments of a call, and the kinds of each.

    Args:
        rule: the rule of the function.
        bound: the arguments by parameter.
        reader: reads one argument.
    """
    names = _Names(rule)
    given: set[str] = set()
    operands: dict[str, Items | None] = {}
    dtypes: dict[str, str | None] = {}
    literals: dict[str, str | None] = {}
    kinds: dict[str, Kinds] = {}
    for name, value in bound.arguments.items():
        if reader.is_none(value):
            continue
        if name in rule.flags:
            literals[name] = reader.literal(value)
            continue
        if name in rule.numbers and reader.is_number(value):
            continue
        given.add(name)
        kinds[name] = reader.kinds(value)
        if name in names.dtypes and name not in names.operands:
            dtypes[name] = reader.dtype(value)
        elif name in names.starred:
            operands[name] = reader.items(value)
        elif name in names.operands or not rule.rule.operands:
            if reader.is_list(value):
                kinds[name] = ARRAY
                found = reader.array_of_list(value)
            else:
                found = reader.alternatives(value)
            operands[name] = None if found is None else (found,)
    if bound.variadic and rule.signature.variadic:
        given.add(rule.signature.variadic)
        arrays = bound.variadic
        if rule.fullname == "numpy.einsum":
            subscripts, arrays = reader.literal(arrays[0]), arrays[1:]
            kinds["subscripts"] = kinds_of_subscripts(subscripts)
        several = [reader.alternatives(value) for value in arrays]
        known = tuple(one for one in several if one is not None)
        operands[rule.signature.variadic] = known if len(known) == len(several) else None
    return Arguments(frozenset(given), operands, dtypes, literals), kinds


def kinds_of_subscripts(subscripts: str | None) -> Kinds:
    """The kinds of the result of ``np.einsum`` by its subscripts, if they name the axes of the result."""
    _, arrow, result = (subscripts or "").replace(" ", "").partition("->")
    if not arrow or "..." in result:
        return SCALAR_OR_ARRAY
    return ARRAY if result else SCALAR


def dtype_of_list(dtypes: Sequence[str]) -> str | None:
    """The dtype of the array that NumPy makes of a list; None if NumPy has none.

    NumPy joins the items one by one in their order, and a Python number has NumPy's default dtype.

    Args:
        dtypes: the dtype of each number and array in the list, or the name of its Python type.
    """
    joined: str | None = None
    for each in dtypes or ("float",):
        dtype = requested(NUMPY, each) if each in PYTHON_SCALARS else each
        if joined is None or joined == dtype:
            joined = dtype
        elif is_known(joined) and is_known(dtype):
            joined = NUMPY.promote(joined, dtype)
            if joined is None:
                return None
        else:
            return None
    return joined


class _Names:
    """The parameters of a function by the way in which its rule reads them."""

    def __init__(self, rule: NumpyRule) -> None:
        parts = [part for one in _rules(rule.rule) for part in (one, *one.parts, *filter(None, (one.item,)))]
        self.dtypes = {part.dtype for part in parts if part.dtype is not None} | {"dtype"}
        self.starred = {name for part in parts for name in part.starred}
        self.operands = {name for part in parts for name in part.operands} | {"out", "self"}


def _rules(rule: Rule) -> tuple[Rule, ...]:
    return (rule, *rule.alternatives.values(), *filter(None, (rule.otherwise,)))


__all__ = ["NumpyReader", "dtype_of_list", "kinds_of_subscripts", "read_arguments"]
