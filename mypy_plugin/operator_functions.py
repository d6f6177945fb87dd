"""The results of functions that are operators: builtins, and those of `operator`, also in `functools.reduce`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.erasetype import remove_instance_last_known_values
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import RefExpr, TypeInfo
from mypy.plugin import FunctionContext
from mypy.typeops import make_simplified_union, tuple_fallback
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type, get_proper_types

from ..rules.operators import FUNCTIONS, IN_PLACE_FUNCTIONS, UNARY_FUNCTIONS
from .operands import array_info, as_array, is_ndarray, operands
from .operators import SystemOf, binary_result, unary_result
from .results import without_dtypes
from .type_variables import kept_unary
from .wrappers import unwrapped

FunctionHook: TypeAlias = Callable[[FunctionContext], Type]

MODULE = "_operator"
"""Where the functions of `operator` are defined."""
OPERATORS: dict[str, str] = {f"{MODULE}.{name}": op for name, op in {**FUNCTIONS, **IN_PLACE_FUNCTIONS}.items()}
"""Full name of a function of two operands to its operator."""
STEPS = 3
"""After so many operators in a row, no dtype comes out that has not come out before."""


def function_hooks(system_of: SystemOf) -> dict[str, FunctionHook]:
    """The hook of each function, by its full name.

    Those of builtins reach the method through a protocol only; those of `operator` say that they return anything.

    Args:
        system_of: the promotion system that holds where mypy asks.
    """
    hooks = {f"{MODULE}.{name}": _unary(op, system_of) for name, op in UNARY_FUNCTIONS.items()}
    for name, op in FUNCTIONS.items():
        hooks[f"{MODULE}.{name}"] = _binary(op, system_of, in_place=False)
    for name, op in IN_PLACE_FUNCTIONS.items():
        hooks[f"{MODULE}.{name}"] = _binary(op, system_of, in_place=True)
    return hooks | {
        "builtins.abs": _unary("abs", system_of),
        "builtins.round": _unary("round", system_of),
        "builtins.pow": _binary("pow", system_of, in_place=False),
        "builtins.sum": _sum(system_of),
        "functools.reduce": _reduce(system_of),
    }


def _unary(op: str, system_of: SystemOf) -> FunctionHook:
    def hook(ctx: FunctionContext) -> Type:
        if not ctx.arg_types or len(ctx.arg_types[0]) != 1:
            return ctx.default_return_type
        operand = unwrapped(ctx.api.tree, ctx.arg_types[0][0], ctx.args[0][0])  # type: ignore[attr-defined]
        if op == "round" and len(ctx.arg_types) > 1 and ctx.arg_types[1]:
            proper = get_proper_type(operand)
            array = as_array(proper) if isinstance(proper, Instance) else None
            return array or ctx.default_return_type
        default = kept_unary(system_of(ctx), op, ctx.default_return_type) if _array_of(operand) is None else None
        return default or unary_result(ctx, op, system_of(ctx), operand)

    return hook


def _binary(op: str, system_of: SystemOf, *, in_place: bool) -> FunctionHook:
    def hook(ctx: FunctionContext) -> Type:
        given = [
            unwrapped(ctx.api.tree, types[0], expressions[0])  # type: ignore[attr-defined]
            for types, expressions in zip(ctx.arg_types, ctx.args, strict=True)
            if len(types) == 1
        ]
        array = next(filter(None, map(_array_of, given)), None)
        if array is None and len(given) == 2:
            return without_dtypes(ctx.default_return_type)
        if array is None or len(given) != 2 or (in_place and _is_numpy(given[0])):
            return ctx.default_return_type
        if not all(_array_of(t) or operands(t) for t in given):
            return without_dtypes(ctx.default_return_type)  # the other one's class may have the operator
        return binary_result(ctx, op, system_of(ctx), array, given[0], given[1])

    return hook


def _sum(system_of: SystemOf) -> FunctionHook:
    """The hook of `sum`, which starts at the int 0: a sum of bools is an int."""

    def hook(ctx: FunctionContext) -> Type:
        given = [types[0] for types in ctx.arg_types if len(types) == 1]
        returned = get_proper_type(ctx.default_return_type)
        items = get_proper_types(returned.items) if isinstance(returned, UnionType) else [returned]
        # The declared result is a union of the start and the elements.
        elements = [item for item in items if isinstance(item, Instance) and as_array(item)]
        if not given or not elements:
            return ctx.default_return_type
        element = make_simplified_union(elements)
        array = _array_of(elements[0])
        start: Type = given[1] if len(given) == 2 else ctx.api.named_generic_type("builtins.int", [])
        empty = [start] if len(given) == 2 else [item for item in items if item not in elements]
        once = binary_result(ctx, "add", system_of(ctx), array, start, element)
        twice = binary_result(ctx, "add", system_of(ctx), array, once, element)
        return make_simplified_union([*empty, once, twice])

    return hook


def _reduce(system_of: SystemOf) -> FunctionHook:
    """The hook of `functools.reduce`, whose declared result has the type of what it starts with."""

    def hook(ctx: FunctionContext) -> Type:
        function = ctx.args[0][0] if ctx.args and len(ctx.args[0]) == 1 else None
        op = OPERATORS.get(function.fullname) if isinstance(function, RefExpr) else None
        given = [types[0] for types in ctx.arg_types if len(types) == 1]
        if op is None or len(given) not in (2, 3):
            return ctx.default_return_type
        element = _element(given[1])
        array = _array_of(element) if element is not None else None
        if element is None or array is None or (len(given) == 3 and not (_array_of(given[2]) or operands(given[2]))):
            return ctx.default_return_type
        found = [remove_instance_last_known_values(given[2]) if len(given) == 3 else element]
        for _ in range(STEPS):
            found.append(binary_result(ctx, op, system_of(ctx), array, found[-1], element))
        return make_simplified_union(found)

    return hook


def _element(t: Type) -> Type | None:
    """The type of what an iterable gives."""
    proper = get_proper_type(t)
    instance = tuple_fallback(proper) if isinstance(proper, TupleType) else proper
    if not isinstance(instance, Instance):
        return None
    iterable = next((base for base in instance.type.mro if base.fullname == "typing.Iterable"), None)
    return None if iterable is None else map_instance_to_supertype(instance, iterable).args[0]


def _array_of(t: Type) -> TypeInfo | None:
    proper = get_proper_type(t)
    return array_info(proper.type) if isinstance(proper, Instance) else None


def _is_numpy(t: Type) -> bool:
    """Whether an operator that assigns writes into the operand, as into one of NumPy's arrays."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and is_ndarray(proper)
