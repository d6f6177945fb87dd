"""Makes transformed functions callable where mypy would report a valid call of them.

If mypy joins functions of several signatures, ``{"train": jax.jit(step), "test": jax.jit(evaluate)}``, the wrapped
types become `function`, which is not callable for mypy.

Calls with ``*args`` of unknown length and further arguments, ``jax.jit(step)(*args, 0.1, size=3)``, are accepted as
with JAX's own annotations, which say nothing about the parameters of transformed functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import ARG_NAMED, ARG_NAMED_OPT, ARG_POS, ARG_STAR, ArgKind, CallExpr, Context, Node
from mypy.plugin import AttributeContext
from mypy.types import CallableType, Instance, ProperType, TupleType, Type, UnpackType, get_proper_type

from ..any_type import ANYTHING
from ..callables.partial import PARTIAL
from ..types.array_types import without_dtypes
from ..types.expression_types import CallArgument, arguments_of, type_without_context
from .array_leaves import of_transformed
from .derivatives import CALLED
from .generic_signatures import call_signature, generic_signature

CUSTOM = tuple(f"jax._src.custom_derivatives.{name}.__call__" for name in ("custom_jvp", "custom_vjp"))
"""The attributes with the type of a function that has its own derivative. In a traced function, it returns arrays."""
CALLS = ("jax._src.pjit.JitWrapped.__call__", *CALLED)
"""The attributes that have the type of the wrapped function."""


def called_custom(ctx: AttributeContext) -> Type:
    """Attribute hook of `CUSTOM`: the signature of a function that has its own derivative."""
    return called(ctx._replace(default_attr_type=of_transformed(ctx.default_attr_type)))


def called(ctx: AttributeContext) -> Type:
    """Attribute hook of `CALLS`: the signature of a transformed function for one call.

    A function of unknown signature accepts any arguments and returns `Any`.
    """
    function = get_proper_type(generic_signature(ctx.api, ctx.type, ctx.context) or ctx.default_attr_type)
    if isinstance(function, Instance) and function.type.fullname == "builtins.function":
        return ANYTHING
    call = ctx.context
    if not isinstance(call, Node):
        return _signature_of_value(ctx, function)
    if not isinstance(function, CallableType) or not isinstance(call, CallExpr) or ARG_STAR not in call.arg_kinds:
        return function
    positional = [_length(ctx, one) for one in arguments_of(call) if one.kind in (ARG_POS, ARG_STAR)]
    if None not in positional or ARG_STAR in function.arg_kinds:
        return function
    first = positional.index(None)
    if first < len(positional) - 1:
        return _with_any_positional(function, positional, first)
    return _with_keywords_by_name(function, call)


def _signature_of_value(ctx: AttributeContext, function: ProperType) -> Type:
    """The signature of a transformed function that is not called here: for a parameter, or for `functools.partial`.

    The dtypes of derivatives depend on the arguments and on custom rules. A partial's own hook finds them at its call.
    `functools.partial` accepts only functions.
    """
    is_partial = _class_name(ctx.context) == PARTIAL
    is_derivative = isinstance(function, Instance) or f"{_class_name(ctx.type)}.__call__" in CALLED
    if is_partial and isinstance(function, Instance):  # a compiled gradient
        function = call_signature(ctx.api, function, ctx.context) or ANYTHING
    if isinstance(function, CallableType) and is_derivative:
        return function.copy_modified(ret_type=without_dtypes(function.ret_type))
    return function


def _class_name(t: Context) -> str:
    """The full name of the class of an instance; empty for anything else."""
    proper = get_proper_type(t) if isinstance(t, Type) else None
    return proper.type.fullname if isinstance(proper, Instance) else ""


def _length(ctx: AttributeContext, argument: CallArgument) -> int | None:
    """The number of values that a positional argument passes, or None if it unpacks a value of unknown length."""
    if argument.kind != ARG_STAR:
        return 1
    unpacked = get_proper_type(type_without_context(ctx.api, argument.value))
    if not isinstance(unpacked, TupleType) or any(isinstance(item, UnpackType) for item in unpacked.items):
        return None
    return len(unpacked.items)


def _with_any_positional(function: CallableType, lengths: Sequence[int | None], first: int) -> CallableType:
    """A signature that accepts any positional arguments behind ``*args`` of unknown length.

    For any other function, mypy takes `args` for values of all remaining parameters, and reports the arguments behind
    it as too many. They still are too many if there are more of them than parameters.

    Args:
        function: the type of the wrapped function.
        lengths: the number of values of each positional argument; None for an unknown one.
        first: the index of the first argument of unknown length.
    """
    before = sum(length or 0 for length in lengths[:first])
    parameters = sum(kind.is_positional() for kind in function.arg_kinds)
    if sum(length or 0 for length in lengths) > parameters:
        return function
    kept = list(zip(function.arg_types, function.arg_kinds, function.arg_names, strict=True))
    by_name = [(t, _named(kind), name) for t, kind, name in kept[before:] if name or not kind.is_positional()]
    types, kinds, names = map(list, zip(*kept[:before], (ANYTHING, ARG_STAR, None), *by_name, strict=True))
    if function.variables:  # an argument of unknown place may decide a type variable
        return function.copy_modified([ANYTHING] * len(types), kinds, names, ret_type=ANYTHING, variables=[])
    return function.copy_modified(types, kinds, names)


def _named(kind: ArgKind) -> ArgKind:
    """The kind of a parameter whose value may come by name or from ``*args``."""
    return ARG_NAMED_OPT if kind.is_positional() else kind


def _with_keywords_by_name(function: CallableType, call: CallExpr) -> CallableType:
    """A signature in which ``*args`` of unknown length can't reach the parameters that the call passes by keyword.

    For any other function, mypy reports that ``*args`` may hold a value for these parameters, too.
    """
    positional = [kind.is_positional() for kind in function.arg_kinds]
    doubled = [i for i, name in enumerate(function.arg_names) if positional[i] and name and name in call.arg_names]
    if not doubled or any(name is None for name in function.arg_names[doubled[0] :]):
        return function
    kinds = [
        kind
        if i < doubled[0] or not positional[i]
        else ARG_NAMED
        if kind == ARG_POS and i in doubled
        else ARG_NAMED_OPT
        for i, kind in enumerate(function.arg_kinds)
    ]
    return function.copy_modified(arg_kinds=kinds)
