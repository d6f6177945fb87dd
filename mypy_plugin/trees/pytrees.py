"""Tells which types are pytrees of arrays, and finds the types of pytrees in arguments."""

from __future__ import annotations

from mypy.nodes import DictExpr, Expression, ListExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import Instance, TupleType, Type, UnionType

from ..types.array_types import unfolded
from ..types.expression_types import type_without_context
from ..types.operands import as_array
from ..variables.number_classes import tree_with_shown_numbers

CONTAINERS = ("builtins.dict", "builtins.list")
"""The classes of pytree nodes whose last type argument is the type of the children."""


def is_expected(ctx: FunctionContext | MethodContext, result: Type) -> bool:
    """Whether a result matches the expected type of its context; a new list may also be a list of a wider type."""
    expected = ctx.api.type_context[-1]
    return expected is None or is_subtype(result, expected) or not may_be(result, expected)


def may_be(result: Type, expected: Type) -> bool:
    """Whether a new pytree matches an expected type, if its lists and dicts get the expected item types."""
    new_type, expected_type = unfolded(result), unfolded(expected)
    if isinstance(expected_type, UnionType):
        return any(may_be(new_type, item) for item in expected_type.items)
    if (
        isinstance(new_type, TupleType)
        and isinstance(expected_type, TupleType)
        and new_type.length() == expected_type.length()
    ):
        return all(map(may_be, new_type.items, expected_type.items))
    if (
        isinstance(new_type, Instance)
        and isinstance(expected_type, Instance)
        and new_type.type is expected_type.type
        and is_container(new_type)
    ):
        return all(map(may_be, new_type.args, expected_type.args))
    return is_subtype(new_type, expected_type)


def tree_argument(ctx: FunctionContext | MethodContext, expression: Expression, t: Type) -> Type:
    """The type of a pytree argument.

    A container literal is inferred without the parameter's type, which may be `Any`.
    """
    if isinstance(expression, DictExpr | ListExpr | TupleExpr):
        t = type_without_context(ctx.api, expression)
    return tree_with_shown_numbers(ctx.api, t, expression)


def is_of_arrays(t: Type) -> bool:
    """Whether all leaves of a pytree are arrays."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return all(map(is_of_arrays, proper.items))
    if not isinstance(proper, Instance):
        return False
    return as_array(proper) is not None or (is_container(proper) and is_of_arrays(proper.args[-1]))


def is_container(t: Instance) -> bool:
    """Whether a type is a list or a dict."""
    return t.type.fullname in CONTAINERS
