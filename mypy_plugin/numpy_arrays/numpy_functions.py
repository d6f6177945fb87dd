"""Computes results of NumPy functions for JAX arrays: some call the array's own method, others convert it to NumPy.

`hook_tables` registers the hooks of `numpy_hooks`.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import FunctionContext
from mypy.types import Instance, NoneType, Type, UnionType, get_proper_type

from ...inference import Result, infer_function
from ...rules.numpy_methods import CALLED, CONVERSIONS, CONVERTED
from ...rules.parser import parse
from ...system import System
from ..any_type import ANYTHING
from ..contexts import SystemOf
from ..functions.jax_functions import RequestsOf, function_hook
from ..types.arguments import one_operand
from ..types.numpy_types import scalar_type
from ..types.operands import array_info

Hook = Callable[[FunctionContext], Type]


def numpy_hooks(system_of: SystemOf, requests_of: RequestsOf) -> dict[str, Hook]:
    """The hooks of the NumPy functions in the tables, by full name."""
    hooks: dict[str, Hook] = dict.fromkeys(CONVERSIONS, lambda ctx: _converted_to_numpy(ctx, system_of(ctx)))
    for module, names in CALLED.items():
        for name in names:
            hook = function_hook(f"jax.numpy.{name}", system_of, requests_of)
            hooks[f"{module}.{name}"] = _by_array_method(hook or (lambda ctx: ctx.default_return_type))
    return hooks


def _by_array_method(hook: Hook) -> Hook:
    """A hook that returns the result of JAX's function for JAX arrays, and otherwise the result of NumPy's stubs."""

    def of_array(ctx: FunctionContext) -> Type:
        if not _is_array(_first(ctx)):
            return ctx.default_return_type
        return hook(ctx._replace(default_return_type=ANYTHING))

    return of_array


def _converted_to_numpy(ctx: FunctionContext, system: System) -> Type:
    """The NumPy array that a function converts a JAX array to, with the array's dtype."""
    array, numpy_array = _first(ctx), get_proper_type(ctx.default_return_type)
    if array is None or not _is_array(array) or not isinstance(numpy_array, Instance) or len(numpy_array.args) != 2:
        return ctx.default_return_type
    if any(
        name == "dtype" and _is_given(types) for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
    ):
        return ctx.default_return_type
    answer = infer_function(parse(CONVERTED), one_operand("x", array), system)
    if not isinstance(answer, Result) or answer.variable is not None or len(answer.dtypes) != 1:
        return ctx.default_return_type
    scalar, dtype = scalar_type(ctx.api, answer.dtypes[0]), get_proper_type(numpy_array.args[1])
    if scalar is None or not isinstance(dtype, Instance):
        return ctx.default_return_type
    return numpy_array.copy_modified(args=[numpy_array.args[0], dtype.copy_modified(args=[scalar])])


def _first(ctx: FunctionContext) -> Type | None:
    """The type of the first argument."""
    return ctx.arg_types[0][0] if ctx.arg_types and len(ctx.arg_types[0]) == 1 else None


def _is_given(types: list[Type]) -> bool:
    """Whether a parameter has an argument other than None."""
    return any(not isinstance(get_proper_type(t), NoneType) for t in types)


def _is_array(t: Type | None) -> bool:
    """Whether a type is a JAX array or a union of JAX arrays."""
    proper = None if t is None else get_proper_type(t)
    if isinstance(proper, UnionType):
        return all(map(_is_array, proper.items))
    return isinstance(proper, Instance) and array_info(proper.type) is not None
