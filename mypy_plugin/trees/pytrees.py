"""Tells which types are pytrees of arrays, and finds the types of pytrees in arguments and in traced functions."""

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
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UnionType,
)

from ...inference import converted
from ...system import System
from ..jax_names import SCALARS
from ..types.array_types import array_class, array_of, unfolded, unknown_array
from ..types.expression_types import type_without_context
from ..types.operands import as_array, dtypes_of, is_ndarray, numpy_node
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


def tree_arguments(ctx: FunctionContext | MethodContext, of: slice = slice(None)) -> list[Type]:
    """The types of the pytrees that some parameters receive; by default all parameters."""
    arguments = zip(ctx.args[of], ctx.arg_types[of], strict=True)
    return [
        tree_argument(ctx, *each) for expressions, types in arguments for each in zip(expressions, types, strict=True)
    ]


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


def inside(ctx: FunctionContext | MethodContext, t: Type, system: System) -> Type | None:
    """The type of a pytree inside a function that JAX traces, where numbers are arrays; None if it is unknown."""
    proper = unfolded(t)
    if is_plain_tuple(proper):
        items = [inside(ctx, item, system) for item in proper.items]
        leaf_types = [item for item in items if item is not None]
        return proper.copy_modified(items=leaf_types) if len(leaf_types) == len(items) else None
    if isinstance(proper, NoneType | AnyType):
        return proper
    if not isinstance(proper, Instance):
        return None
    if as_array(proper) is not None:
        return proper
    if is_container(proper):
        item = inside(ctx, proper.args[-1], system)
        return None if item is None else proper.copy_modified(args=[*proper.args[:-1], item])
    array = array_class(ctx.api)
    if array is not None and (is_ndarray(proper) or numpy_node(proper) is not None):
        node = numpy_node(proper)
        entered = None if node is None else converted(system, node)
        return unknown_array(array) if entered not in system.nodes else array_of(ctx.api, array, [entered])
    if array is None or proper.type.fullname not in SCALARS:
        return None
    return array_of(ctx.api, array, [system.node(SCALARS[proper.type.fullname])])
