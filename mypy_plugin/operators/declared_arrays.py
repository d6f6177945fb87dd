"""Finds values that are arrays by JAX's own annotations and those of the program, without this plugin.

mypy with JAX alone reports misuses of these arrays. It takes arrays that only the plugin knows for `Any`, so their uses
must stay valid.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface

from ..mypy_compat.modules import current_file
from ..types.array_types import holds_arrays
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import Key, root_of
from ..variables.symbols import variable
from ..variables.written_values import is_number, shared_items

DECLARING = "jax.numpy."
"""The prefix of the functions that declare their results as arrays. Many functions of `jax.lax` return `Any`."""


def are_declared_arrays(api: CheckerPluginInterface, container: Expression) -> bool:
    """Whether all items of a container are arrays by the annotations of JAX and the program."""
    return _DeclaredArrays(api).all_are(shared_items(container))


class _DeclaredArrays:
    """Follows values to the annotations that declare them.

    Args:
        api: mypy's checker of the module.
    """

    def __init__(self, api: CheckerPluginInterface) -> None:
        self._api = api
        self._facts = assignments_of(current_file(api))
        self._seen: set[tuple[Key, bool]] = set()
        """The variables whose values, or whose items if True, are being followed."""

    def all_are(self, values: Iterable[Expression]) -> bool:
        """Whether there are values, and all of them are declared arrays."""
        followed = [*values]
        return bool(followed) and all(map(self._is_declared_array, followed))

    def _is_declared_array(self, value: Expression) -> bool:
        """Whether the annotations declare a value to be an array."""
        match inner_value(value):
            case CallExpr(callee=RefExpr(fullname=name)) if name:
                return name.startswith(DECLARING)
            case CallExpr(callee=MemberExpr(expr=operand)) | UnaryExpr(expr=operand):
                return self._is_declared_array(operand)
            case OpExpr(left=left, right=right):
                return self._is_operation(left, right)
            case ComparisonExpr(operands=[left, right]):
                return self._is_operation(left, right)
            case ConditionalExpr(if_expr=one, else_expr=other):
                return self._is_declared_array(one) and self._is_declared_array(other)
            case StarExpr(expr=NameExpr() | MemberExpr() as container):
                return self._is_variable(container, items=True)
            case IndexExpr(base=NameExpr() | MemberExpr() as base):
                return self._is_declared_array(base) or self._is_declared_array(StarExpr(base))
            case NameExpr() | MemberExpr() as place:
                return self._is_variable(place, items=False)
        return False

    def _is_operation(self, left: Expression, right: Expression) -> bool:
        """Whether JAX declares the result of an operator: an array's operators accept any other operand."""
        return self._is_declared_array(left) or (is_number(inner_value(left)) and self._is_declared_array(right))

    def _is_variable(self, place: Expression, *, items: bool) -> bool:
        """Whether a variable is declared to hold arrays, or has only declared arrays as values, or as items."""
        key = root_of(place)
        if key is None or key in self._facts.unannotated:
            return False
        var = variable(self._api, place)
        if var is not None and not var.is_inferred:
            return holds_arrays(var.type)
        if (key, items) in self._seen:
            return True  # the values that are being followed decide
        self._seen.add((key, items))
        return self.all_are((self._facts.items if items else self._facts.values).get(key, ()))
