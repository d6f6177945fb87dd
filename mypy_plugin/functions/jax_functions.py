"""Computes the results of JAX's functions, methods and attributes by the rules, and reports calls that JAX rejects.

`function_hook` and ``*_hooks`` create the hooks that `hook_tables` registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeGuard

from mypy.nodes import CallExpr, RefExpr, TypeInfo
from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, UnionType, get_proper_type

from ...diagnostics.codes import DTYPE_IMPLICIT, DTYPE_PROMOTION, DTYPE_TRUNCATION
from ...diagnostics.conversions import NUMBERS
from ...dtypes import DTYPES
from ...inference import Arguments, Result, infer_function, infer_items, refused_call
from ...operators import BINARY
from ...rules.clauses import accepted_dtypes
from ...rules.jax_numpy import TWO_ARRAYS
from ...rules.parser import parse
from ...rules.rule import NONE, SILENT, Rule
from ...rules.tables import rule as find_rule
from ...rules.tables import rules, system_name
from ...rules.vocabulary import requested
from ...system import System
from ...systems import get_system
from ..contexts import AnyContext, Context, Hook, SystemOf
from ..jax_names import ARRAY, DTYPES_MODULE, INITIALIZER, UPDATE
from ..jax_version import jax_version
from ..known_dtypes import known_array
from ..report import fail_expression
from ..transformations.derivatives import unnamed_call_result
from ..types.arguments import Function, one_operand, parameter_names, read_arguments
from ..types.array_types import (
    array_class,
    array_of,
    array_of_answer,
    unfolded,
    unknown_array,
    with_items,
    without_dtypes,
)
from ..types.concrete_exponents import may_keep_base_dtype
from ..types.operands import array_info
from .unsupported_dtypes import report_unsupported

LIKE = tuple(f"_Like{name}.UfuncLike{name}" for name in map(str.capitalize, (*BINARY, *TWO_ARRAYS)))
INSTANCES: tuple[str, ...] = tuple(
    f"jax.numpy.{name}.__call__" for name in ("BinaryUfunc", "ufunc", "UnaryUfunc", *LIKE)
)
"""The methods that call those JAX functions that are objects, such as ufuncs."""

POWERS = ("jax.numpy.pow", "jax.numpy.power")
"""The functions that are the operator ``**`` by another name."""
INITIALIZED = "dtype or same(self)"
"""The rule of an initializer, whose class has the dtype with which it was created as its type argument."""

ATTRIBUTES = ("imag", "real")
"""The attributes of `Array` whose dtype may differ from the array's."""


RequestsOf: TypeAlias = Callable[[AnyContext], str]
"""Returns JAX's treatment of a requested 64-bit dtype while x64 is off, at a place of the program."""


def function_hook(
    fullname: str, system_of: SystemOf, requests_of: RequestsOf
) -> Callable[[FunctionContext], Type] | None:
    """The hook of a function that has a rule, or None."""
    rule = find_rule(fullname, jax_version())
    if rule is None or rule.kind in SILENT:
        return None
    return lambda ctx: _call_result(ctx, rule, system_of(ctx), fullname, requests_of)


def dtype_hooks(system_of: SystemOf, requests_of: RequestsOf) -> dict[str, Callable[[FunctionContext], Type]]:
    """The hooks of the dtype classes, which stand for JAX's scalar types: ``jnp.int8(x)`` is an array."""
    return {f"{DTYPES_MODULE}.{name}": _scalar_type(name, system_of, requests_of) for name in DTYPES}


def _scalar_type(dtype: str, system_of: SystemOf, requests_of: RequestsOf) -> Callable[[FunctionContext], Type]:
    """The hook of one dtype class."""

    def hook(ctx: FunctionContext) -> Type:
        system = system_of(ctx)
        array = _array_in(ctx.default_return_type)
        if array is None or dtype not in system.nodes:
            return ctx.default_return_type
        _report_refused(ctx, dtype, system, requests_of(ctx))
        return array_of(ctx.api, array, [requested(system, dtype)])

    return hook


def method_rule_hooks(system_of: SystemOf, requests_of: RequestsOf) -> dict[str, Hook]:
    """The hooks of the methods of `Array` that have rules, and of JAX functions that are objects."""
    hooks: dict[str, Hook] = dict.fromkeys(INSTANCES, _object_hook(system_of, requests_of))
    for fullname in rules(jax_version()):
        owner, _, name = fullname.rpartition(".")
        cls = {"jax.Array": ARRAY, "jax.Array.at": UPDATE}.get(owner)
        rule = find_rule(fullname, jax_version()) if cls else None
        if (
            rule
            and rule.kind not in SILENT
            and (rule.joining or not rule.keeps_self or accepted_dtypes(fullname, jax_version()) or fullname in NUMBERS)
        ):
            hooks[f"{cls}.{name}"] = _method_hook(rule, fullname, system_of, requests_of)
    hooks[f"{INITIALIZER}.__call__"] = _method_hook(parse(INITIALIZED), INITIALIZER, system_of, requests_of)
    return hooks


def attribute_hooks(system_of: SystemOf) -> dict[str, Callable[[AttributeContext], Type]]:
    """The hooks of the attributes of `Array` that have rules."""
    return {f"{ARRAY}.{name}": _attribute_hook(f"jax.Array.{name}", system_of) for name in ATTRIBUTES}


def _attribute_hook(fullname: str, system_of: SystemOf) -> Callable[[AttributeContext], Type]:
    """The hook of one attribute of `Array`."""

    def hook(ctx: AttributeContext) -> Type:
        array, default = _array_in(ctx.type), ctx.default_attr_type
        rule = find_rule(fullname, jax_version())
        if array is None or rule is None:
            return default
        if isinstance(get_proper_type(default), AnyType):
            default = unknown_array(array)  # several overloads match an unknown dtype
        answer = infer_function(rule, one_operand("self", ctx.type), system_of(ctx))
        return array_of_answer(ctx.api, array, answer) if isinstance(answer, Result) else default

    return hook


def _method_hook(rule: Rule, fullname: str, system_of: SystemOf, requests_of: RequestsOf) -> Hook:
    """The hook of one method of `Array`."""
    return lambda ctx: _call_result(ctx, rule, system_of(ctx), fullname, requests_of, mine=_owner(ctx))


def _owner(ctx: MethodContext) -> Type:
    """The array that a method belongs to; for ``x.at[...]`` it is `x`, for an initializer an array of its dtype."""
    owner = ctx.type
    array = _array_in(ctx.default_return_type)
    if isinstance(owner, Instance) and owner.type.fullname in (UPDATE, INITIALIZER) and array is not None:
        return Instance(array, [*owner.args])
    return owner


def _object_hook(system_of: SystemOf, requests_of: RequestsOf) -> Hook:
    """The hook of calls of JAX functions that are objects."""

    def hook(ctx: MethodContext) -> Type:
        call = ctx.context
        if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
            return unnamed_call_result(ctx)
        fullname = call.callee.fullname
        rule = find_rule(fullname, jax_version())
        return (
            ctx.default_return_type if rule is None else _call_result(ctx, rule, system_of(ctx), fullname, requests_of)
        )

    return hook


def _call_result(
    ctx: Context, rule: Rule, system: System, fullname: str, requests_of: RequestsOf, mine: Type | None = None
) -> Type:
    """The type of a call by its rule; the stub's type if there is no rule for the call."""
    array = _array_in(ctx.default_return_type)
    if array is None and (
        isinstance(default := get_proper_type(ctx.default_return_type), AnyType) or _is_initializer(default)
    ):
        array = array_class(ctx.api)
    if array is None:
        return ctx.default_return_type
    if _is_array(get_proper_type(ctx.default_return_type)) and requests_of(ctx) != "refused":
        known = known_array(ctx.api, ctx.context, array)
        if known is not None:
            return known  # the interpreter has told what is wrong with the call
    own = system_name(fullname)
    if own != system.name:
        if system.name != "jax":
            return without_dtypes(ctx.default_return_type)
        system = get_system(own, x64=system.x64)
    function = Function(fullname, rule, accepted_dtypes(fullname, jax_version()))
    names = parameter_names(ctx, function)
    arguments = read_arguments(ctx, function, names, system, mine)
    rule_for_arguments = arguments.rule_for_call(rule)
    if rule_for_arguments is None:
        return without_dtypes(ctx.default_return_type)
    rule = rule_for_arguments
    function = function._replace(rule=rule)
    refusal = refused_call(rule, arguments, system) if own != "jax" or system.strict else None
    if refusal is not None:
        fail_expression(ctx, DTYPE_IMPLICIT if refusal.is_implicit else DTYPE_PROMOTION, f"{fullname}: {refusal}")
        return ctx.default_return_type
    if report_unsupported(ctx, function, names, arguments, system):
        return without_dtypes(ctx.default_return_type)
    for part in rule.parts or (rule,):
        if part.dtype is not None and part.dtype in arguments.dtypes and part.which in ("", "inexact", "whole_byte"):
            _report_refused(ctx, arguments.dtypes[part.dtype], system, requests_of(ctx))
    if rule.kind == "tree of":
        return ctx.default_return_type  # anything, until the interpreter says it
    result = _with_dtypes(ctx.api, rule, array, get_proper_type(ctx.default_return_type), arguments, system)
    types = [t for parameter in ctx.arg_types for t in parameter] if fullname in POWERS else []
    is_power = len(types) == 2 and may_keep_base_dtype(ctx, result, types[0], types[1], system)
    return unknown_array(array) if is_power else result


def _report_refused(ctx: Context, dtype: str | None, system: System, requests: str) -> None:
    """Report a 64-bit dtype that was requested while x64 is off, if JAX refuses it.

    Args:
        ctx: the call.
        dtype: the dtype.
        system: the promotion system.
        requests: JAX's treatment: ``"truncated"`` (with a warning), ``"refused"`` or ``"kept"``.
    """
    if requests == "refused" and dtype in system.truncated:
        problem = f"{dtype} is not available while x64 is off"
        fail_expression(ctx, DTYPE_TRUNCATION, f"{problem}: JAX rejects it by jax_explicit_x64_dtypes")


def _with_dtypes(
    api: CheckerPluginInterface, rule: Rule, array: TypeInfo, default: ProperType, arguments: Arguments, system: System
) -> Type:
    """The stub's type with the dtypes of the rule, if the type has the form that the rule describes."""
    if arguments.given.intersection(rule.unless):
        return without_dtypes(default)
    if isinstance(default, AnyType):  # JAX annotates nothing, and may return trees of arrays for trees of arrays
        if arguments.given.intersection(rule.union_unless):
            return default
        return _unannotated_result(api, rule, array, default, arguments, system)
    if isinstance(default, UnionType):
        return _union_result(api, rule, array, default, arguments, system)
    if rule.kind == "tuple":
        if not isinstance(default, TupleType) or len(default.items) != len(rule.parts):
            return without_dtypes(default)
        parts = zip(rule.parts, default.items, strict=True)
        items = [_with_dtypes(api, part, array, get_proper_type(item), arguments, system) for part, item in parts]
        return with_items(default, items)
    if rule.kind == "each of":
        answers = infer_items(rule, arguments, system)
        if answers is None or not isinstance(default, Instance) or default.type.fullname != "builtins.tuple":
            return without_dtypes(default)
        nothing = without_dtypes(default.args[0])
        arrays: list[Type] = [
            array_of_answer(api, array, answer) if isinstance(answer, Result) else nothing for answer in answers
        ]
        if arguments.is_counted:
            return TupleType(arrays, default)
        return default.copy_modified(args=[arrays[0] if len(set(arrays)) == 1 else nothing])
    if rule.kind == "function of":
        if not _is_initializer(default):
            return default
        made = array_of_answer(api, array, infer_function(rule, arguments, system))
        return default.copy_modified(args=made.args)
    answer = infer_function(rule, arguments, system) if rule.kind in ("array", "list of", "tuple of") else None
    if not isinstance(answer, Result):
        return without_dtypes(default)
    result = array_of_answer(api, array, answer)
    if rule.kind == "array":
        return result if _is_array(default) else without_dtypes(default)
    if isinstance(default, Instance) and default.args and _is_array(get_proper_type(default.args[0])):
        return default.copy_modified(args=[result])
    return without_dtypes(default)


def _union_result(
    api: CheckerPluginInterface, rule: Rule, array: TypeInfo, default: UnionType, arguments: Arguments, system: System
) -> Type:
    """The result of a function annotated with a union of types; the rule describes one member or all arrays."""
    members = [get_proper_type(member) for member in default.items]
    if rule.is_one_of_several and not arguments.given.intersection(rule.union_unless):
        meant = [member for member in members if _is_meant(rule, member)]
        if len(meant) == 1:
            return _with_dtypes(api, rule, array, meant[0], arguments, system)
    answer = infer_function(rule, arguments, system) if rule.kind in ("array", "array or list of") else None
    if not isinstance(answer, Result) or not any(map(_is_array, members)):
        return without_dtypes(default)
    result = array_of_answer(api, array, answer)
    if rule.kind == "array":
        return UnionType([result if _is_array(m) else without_dtypes(m) for m in members])
    lists = [
        m.copy_modified(args=[result])
        for m in members
        if isinstance(m, Instance) and m.type.fullname == "builtins.list"
    ]
    return UnionType([result, *lists])


def _is_meant(rule: Rule, t: ProperType) -> bool:
    """Whether a type has the form that a rule describes."""
    if rule.kind == "tuple":
        return isinstance(t, TupleType) and len(t.items) == len(rule.parts)
    return rule.kind == "array" and _is_array(t)


def _unannotated_result(
    api: CheckerPluginInterface, rule: Rule, array: TypeInfo, default: AnyType, arguments: Arguments, system: System
) -> Type:
    """The result of a function that JAX does not annotate, if all operands are arrays."""
    if rule.kind == "tuple":
        parts = [_unannotated_result(api, part, array, default, arguments, system) for part in rule.parts]
        is_known = all(part.kind == NONE or p is not default for part, p in zip(rule.parts, parts, strict=True))
        return TupleType(parts, api.named_generic_type("builtins.tuple", [default])) if is_known else default
    answer = infer_function(rule, arguments, system) if rule.kind == "array" else None
    if isinstance(answer, Result):
        return array_of_answer(api, array, answer)
    return unknown_array(array) if rule.kind == "array" and arguments.has_only_arrays(rule) else default


def _is_array(t: ProperType) -> bool:
    """Whether a type is an array."""
    return isinstance(t, Instance) and array_info(t.type) is not None


def _is_initializer(t: ProperType) -> TypeGuard[Instance]:
    """Whether a type is an initializer, whose arrays have a known dtype."""
    return isinstance(t, Instance) and t.type.fullname == INITIALIZER


def _array_in(t: Type) -> TypeInfo | None:
    """The class `Array` if a type is an array, or a list or tuple of arrays."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return next(filter(None, map(_array_in, proper.items)), None)
    if isinstance(proper, Instance):
        info = array_info(proper.type)
        return info if info is not None or not proper.args else _array_in(proper.args[0])
    return None
