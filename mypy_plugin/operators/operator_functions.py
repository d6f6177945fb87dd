"""Results of functions that apply an operator: `abs` and other builtins, and `operator.add`.

`function_hooks` is the table for `hook_tables`.
"""

from __future__ import annotations

from mypy.nodes import TypeInfo
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type, get_proper_type

from ...operators import FUNCTIONS, IN_PLACE_FUNCTIONS, UNARY_FUNCTIONS
from ..contexts import FunctionHook, SystemOf
from ..mypy_compat.modules import current_file
from ..types.array_types import without_dtypes
from ..types.operands import argument_type, array_info, as_array, is_ndarray, operands
from .array_operators import binary_result, unary_result
from .type_variables import kept_unary
from .wrapper_classes import unwrapped

MODULE = "_operator"
"""The module that defines the functions of `operator`."""
OPERATORS: dict[str, str] = {f"{MODULE}.{name}": op for name, op in {**FUNCTIONS, **IN_PLACE_FUNCTIONS}.items()}
"""Maps the full name of a binary function of `operator` to its operator."""


def function_hooks(system_of: SystemOf) -> dict[str, FunctionHook]:
    """The hook of each function, by full name.

    typeshed declares the builtins by protocols, and the functions of `operator` with the result `Any`.

    Args:
        system_of: returns the promotion system that holds at a call.
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
    }


def _unary(op: str, system_of: SystemOf) -> FunctionHook:
    """The hook of a function that applies a unary operator."""

    def hook(ctx: FunctionContext) -> Type:
        if not ctx.arg_types or len(ctx.arg_types[0]) != 1:
            return ctx.default_return_type
        operand = unwrapped(current_file(ctx.api), ctx.arg_types[0][0], ctx.args[0][0])
        if op == "round" and len(ctx.arg_types) > 1 and ctx.arg_types[1]:
            proper = get_proper_type(operand)
            array = as_array(proper) if isinstance(proper, Instance) else None
            return array or ctx.default_return_type
        default = kept_unary(system_of(ctx), op, ctx.default_return_type) if array_of(operand) is None else None
        return default or unary_result(ctx, op, system_of(ctx), operand)

    return hook


def _binary(op: str, system_of: SystemOf, *, in_place: bool) -> FunctionHook:
    """The hook of a function that applies a binary operator."""

    def hook(ctx: FunctionContext) -> Type:
        argument_types = [
            argument_type(ctx.api, unwrapped(current_file(ctx.api), types[0], expressions[0]), expressions[0])
            for types, expressions in zip(ctx.arg_types, ctx.args, strict=True)
            if len(types) == 1
        ]
        array = next(filter(None, map(array_of, argument_types)), None)
        if array is None and len(argument_types) == 2:
            return without_dtypes(ctx.default_return_type)
        if array is None or len(argument_types) != 2 or (in_place and is_numpy_array(argument_types[0])):
            return ctx.default_return_type
        if not all(array_of(t) or operands(t) for t in argument_types):
            return without_dtypes(ctx.default_return_type)  # the other operand's class may define the operator
        return binary_result(ctx, op, system_of(ctx), array, argument_types[0], argument_types[1])

    return hook


def array_of(t: Type) -> TypeInfo | None:
    """The class `Array` behind a type, or None."""
    proper = get_proper_type(t)
    return array_info(proper.type) if isinstance(proper, Instance) else None


def is_numpy_array(t: Type) -> bool:
    """Whether a type is a NumPy array, into which in-place operators write."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and is_ndarray(proper)
