"""Tells which types are pytrees of arrays, and finds the types of pytrees in arguments."""

from __future__ import annotations

from mypy.nodes import (
    DictExpr,
    Expression,
    ListExpr,
    TupleExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import (
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UnionType,
)

from ..types.array_types import unfolded
from ..types.expression_types import type_without_context
from ..types.operands import as_array, dtypes_of
from ..types.tuples import is_plain_tuple
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


def is_tree(t: ProperType | None) -> bool:
    """Whether a type is a tuple, list or dict that contains arrays."""
    if isinstance(t, TupleType):
        return is_plain_tuple(t) and any(map(_holds_arrays, t.items))
    return isinstance(t, Instance) and is_container(t) and _holds_arrays(t.args[-1])


def _holds_arrays(t: Type) -> bool:
    """Whether a type is an array or a pytree that contains arrays."""
    proper = unfolded(t)
    return is_tree(proper) or (isinstance(proper, Instance) and as_array(proper) is not None)


def is_container(t: Instance) -> bool:
    """Whether a type is a list or a dict."""
    return t.type.fullname in CONTAINERS


def is_known_pytree(t: Type) -> bool:
    """Whether a type is a pytree of arrays whose dtypes are all known."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return all(map(is_known_pytree, proper.items))
    if not isinstance(proper, Instance):
        return isinstance(proper, NoneType)
    if as_array(proper) is not None:
        return dtypes_of(proper) is not None
    return is_container(proper) and is_known_pytree(proper.args[-1])
