"""Tells the expressions by whose form mypy narrows variables. A marker call around one would hide its form."""

from __future__ import annotations

from mypy.nodes import Argument, AssignmentExpr, CallExpr, ComparisonExpr, Expression, Node, OpExpr, RefExpr, UnaryExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, PartialType, ProperType, Type, TypeVarLikeType

from ..mypy_compat.expressions import stored_type
from ..types.array_types import any_part, holds_arrays
from ..variables.assignment_marker import inner_value
from ..variables.symbols import variable
from .assigned_types import may_be_number

CLASS_CHECKS = ("builtins.isinstance", "builtins.issubclass")
"""The functions whose second argument mypy reads as classes: ``isinstance(x, (int, (str, bytes)))``."""

BOOLEAN_TESTS = (*CLASS_CHECKS, "builtins.callable", "builtins.hasattr")
"""The functions that mypy narrows their arguments by, and that return a bool."""
IDENTITY_TESTS = frozenset(("is", "is not", "in", "not in"))
"""The comparisons that are a bool even if the operands are arrays."""


def is_class_check(holder: Node | Argument) -> bool:
    """Whether a node is a call of `isinstance` or `issubclass`."""
    return (
        isinstance(holder, CallExpr) and isinstance(holder.callee, RefExpr) and holder.callee.fullname in CLASS_CHECKS
    )


def never_holds_array(api: CheckerPluginInterface, value: Expression, t: Type) -> bool:
    """Whether a value is no array, and holds none, whenever mypy checks it; a loop may check it several times.

    Args:
        api: the type checker.
        value: the value.
        t: its type.
    """
    match value:
        case AssignmentExpr(value=inner):
            return never_holds_array(api, inner_value(inner), t)
        case UnaryExpr(op="not"):
            return True
        case CallExpr(callee=RefExpr(fullname=name)) if name in BOOLEAN_TESTS:
            return True
        case ComparisonExpr(operators=operators, operands=operands):
            types = [stored_type(api, inner_value(operand)) for operand in operands]
            return IDENTITY_TESTS.issuperset(operators) or not any(t is None or may_hold_array(t) for t in types)
        case OpExpr(op="and" | "or", left=left, right=right):
            types = [stored_type(api, operand) for operand in (left, right)]
            return all(
                operand_type is not None and never_holds_array(api, inner_value(operand), operand_type)
                for operand, operand_type in zip((left, right), types, strict=True)
            )
    var = variable(api, value)
    is_declared = var is not None and not var.is_inferred
    return not may_hold_array(t) and (is_declared or not any_part(t, may_be_number))


def may_hold_array(t: Type) -> bool:
    """Whether a type is or holds an array, or something that may be one as far as mypy knows."""
    return holds_arrays(t) or any_part(t, _may_be_anything)


def _may_be_anything(t: ProperType) -> bool | None:
    """Whether a type may be an array as far as mypy knows; None if its type arguments decide."""
    if isinstance(t, Instance):
        return True if t.type.fullname == "builtins.object" or t.type.is_protocol else None
    return isinstance(t, AnyType | TypeVarLikeType | PartialType)
