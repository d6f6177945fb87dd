"""NumPy's functions of JAX arrays: those that call a method of the array, and those that make NumPy's array of it."""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import FunctionContext
from mypy.types import AnyType, Instance, NoneType, Type, TypeOfAny, UnionType, get_proper_type

from ...inference import Result, infer_function
from ...rules.numpy_methods import CALLED, CONVERSIONS, CONVERTED
from ...rules.parser import parse
from ...system import System
from ..contexts import SystemOf
from ..functions.jax_functions import RequestsOf, function_hook
from ..types.arguments import one_operand
from ..types.numpy_types import scalar_type
from ..types.operands import array_info

Hook = Callable[[FunctionContext], Type]


def numpy_hooks(system_of: SystemOf, requests_of: RequestsOf) -> dict[str, Hook]:
    """The hooks of NumPy's functions, by their full names."""
    hooks: dict[str, Hook] = dict.fromkeys(CONVERSIONS, lambda ctx: _converted(ctx, system_of(ctx)))
    for module, names in CALLED.items():
        for name in names:
            hook = function_hook(f"jax.numpy.{name}", system_of, requests_of)
            hooks[f"{module}.{name}"] = _by_method(hook or (lambda ctx: ctx.default_return_type))
    return hooks


def _by_method(hook: Hook) -> Hook:
    """What JAX's function makes of an array; of anything else what NumPy's stubs say."""

    def of_array(ctx: FunctionContext) -> Type:
        if not _is_array(_first(ctx)):
            return ctx.default_return_type
        return hook(ctx._replace(default_return_type=AnyType(TypeOfAny.special_form)))

    return of_array


def _converted(ctx: FunctionContext, system: System) -> Type:
    """NumPy's array, with the dtype of the array that it is made of."""
    array, made = _first(ctx), get_proper_type(ctx.default_return_type)
    if array is None or not _is_array(array) or not isinstance(made, Instance) or len(made.args) != 2:
        return ctx.default_return_type
    if any(
        name == "dtype" and _is_given(types) for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
    ):
        return ctx.default_return_type
    answer = infer_function(parse(CONVERTED), one_operand("x", array), system)
    if not isinstance(answer, Result) or answer.variable is not None or len(answer.dtypes) != 1:
        return ctx.default_return_type
    scalar, dtype = scalar_type(ctx.api, answer.dtypes[0]), get_proper_type(made.args[1])
    if scalar is None or not isinstance(dtype, Instance):
        return ctx.default_return_type
    return made.copy_modified(args=[made.args[0], dtype.copy_modified(args=[scalar])])


def _first(ctx: FunctionContext) -> Type | None:
    """The first argument."""
    return ctx.arg_types[0][0] if ctx.arg_types and len(ctx.arg_types[0]) == 1 else None


def _is_given(types: list[Type]) -> bool:
    return any(not isinstance(get_proper_type(t), NoneType) for t in types)


def _is_array(t: Type | None) -> bool:
    """Whether a type is a JAX array, or one of several."""
    proper = None if t is None else get_proper_type(t)
    if isinstance(proper, UnionType):
        return all(map(_is_array, proper.items))
    return isinstance(proper, Instance) and array_info(proper.type) is not None
