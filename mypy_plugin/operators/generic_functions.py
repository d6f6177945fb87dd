"""Calls of the program's generic functions with arrays of several dtypes: ``iterate(lambda v: v / 2, x)``.

``def iterate(f: Callable[[T], T], x: T) -> T`` accepts any function of arrays with JAX's own class. With dtypes, `T`
would have to be two types if `f` changes the dtype. So `T` stands for an array of unknown dtype in such a call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.constraints import SUPERTYPE_OF, infer_constraints
from mypy.expandtype import expand_type
from mypy.join import join_type_list
from mypy.nodes import COVARIANT, CallExpr, Decorator, Expression, FuncDef, LambdaExpr, OverloadedFuncDef, RefExpr
from mypy.plugin import MethodSigContext
from mypy.subtypes import is_same_type, is_subtype
from mypy.types import (
    CallableType,
    ErasedType,
    FunctionLike,
    Instance,
    TupleType,
    Type,
    TypeVarId,
    TypeVarType,
    UnionType,
    UnpackType,
    flatten_nested_unions,
    get_proper_type,
)

from ..any_type import ANYTHING
from ..callables.lambda_types import remembered
from ..contexts import AnySigContext
from ..mypy_compat.expressions import is_deferred
from ..types.array_types import has_dtypes, holds_arrays, unfolded, without_dtypes
from ..types.expression_types import arguments_of_types, function_type, synthetic_call, type_of, type_without_context
from .type_variables import declaration, has_no_body

Targets = Mapping[TypeVarId, Sequence[Type]]
"""The types that the arguments of a call give to each type variable."""


def signature_of_any_dtype(ctx: AnySigContext) -> FunctionLike:
    """Signature hook of generic functions: a type variable that has to be arrays of several dtypes is opened."""
    signature = ctx.default_signature
    free = [v for v in signature.variables if isinstance(v, TypeVarType) and not v.values]
    if not free or is_deferred(ctx.api):
        return signature
    targets: Targets | None = None
    shared = [v for v in free if _is_shared(v, signature)]
    if shared:
        targets = _targets(ctx, signature)
        opened = {v.id: t for v in shared if (t := _opened(ctx, signature, v, targets)) is not None}
        if opened:
            remaining = [v for v in signature.variables if v.id not in opened]
            signature = expand_type(signature, opened).copy_modified(variables=remaining)
    if _is_expected_to_have_dtype(ctx):
        targets = targets or _targets(ctx, ctx.default_signature)
        own = {v.id: t for v in free if (t := _given(targets.get(v.id, ()))) is not None}
        signature = signature.copy_modified(ret_type=expand_type(signature.ret_type, own))
    return signature


def _given(types: Sequence[Type]) -> Type | None:
    """The type without dtypes that the arguments give to a type variable; None if they give several, or no arrays."""
    opened = [without_dtypes(t) for t in types]
    is_one = bool(opened) and holds_arrays(opened[0]) and all(is_same_type(t, opened[0]) for t in opened)
    return opened[0] if is_one else None


def _is_expected_to_have_dtype(ctx: AnySigContext) -> bool:
    """Whether the place of a call of the program's own function expects arrays of known dtype.

    mypy would infer from it what a type variable stands for, although the function may change the dtype.
    """
    expected, call = ctx.api.type_context[-1], ctx.context
    if expected is None or not has_dtypes(expected):
        return False
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr):
        return False
    owner = ctx.type if isinstance(ctx, MethodSigContext) else None
    declared = declaration(ctx.api, call.callee, owner)
    return isinstance(declared, FuncDef | Decorator | OverloadedFuncDef) and not has_no_body(ctx.api, declared)


def _is_shared(variable: TypeVarType, signature: CallableType) -> bool:
    """Whether several arguments give a type to a variable."""
    formals = zip(signature.arg_types, signature.arg_kinds, strict=True)
    return sum(len([*_places(t, variable)]) * (2 if kind.is_star() else 1) for t, kind in formals) > 1


def _is_joined(variable: TypeVarType, signature: CallableType) -> bool:
    """Whether mypy joins the types that several arguments give to a variable."""
    return all(place for t in signature.arg_types for place in _places(t, variable))


def _places(t: Type, variable: TypeVarType, *, is_joined: bool = True) -> Iterator[bool]:
    """Whether mypy would join several types, for each place of a variable in the type of a parameter."""
    proper = unfolded(t)
    match proper:
        case TypeVarType():
            if proper.id == variable.id:
                yield is_joined
        case UnionType(items=items) | TupleType(items=items):
            for item in items:
                yield from _places(item, variable, is_joined=is_joined)
        case Instance(type=info) if info.is_protocol and not info.fullname.startswith("typing."):
            return  # mypy finds the type of a protocol such as `SupportsSub` by the methods of an argument
        case Instance(type=info, args=args):
            for argument, own in zip(args, info.defn.type_vars, strict=False):
                is_covariant = isinstance(own, TypeVarType) and own.variance == COVARIANT
                yield from _places(argument, variable, is_joined=is_joined and is_covariant)
        case CallableType(ret_type=result, arg_types=parameters):
            yield from _places(result, variable, is_joined=False)
            for parameter in parameters:
                yield from _places(parameter, variable, is_joined=is_joined)


def _targets(ctx: AnySigContext, signature: CallableType) -> Targets:
    """The types that the arguments that are no functions give to each type variable."""
    targets: dict[TypeVarId, list[Type]] = {v.id: [] for v in signature.variables}
    for formal, expressions in zip(signature.arg_types, ctx.args, strict=False):
        for expression in expressions:
            if not isinstance(expression, LambdaExpr) and _function(formal) is None:
                _add(targets, formal, _argument_type(ctx, expression))
    return targets


def _argument_type(ctx: AnySigContext, expression: Expression) -> Type:
    """The type of an argument. It is inferred once, or the time would grow exponentially with nested calls."""
    return remembered(ctx, expression, "argument", lambda: type_without_context(ctx.api, expression))


def _add(targets: dict[TypeVarId, list[Type]], formal: Type, actual: Type) -> None:
    """Add the types that a parameter's type variables have for an argument, except for those of ``*args: *Ts``."""
    if isinstance(formal, UnpackType):
        return
    for constraint in infer_constraints(formal, actual, SUPERTYPE_OF):
        if constraint.type_var in targets:
            targets[constraint.type_var].append(constraint.target)


def _is_object(t: Type) -> bool:
    """Whether a type is `object`, to which mypy joins containers of different dtypes."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.object"


def _function(formal: Type) -> CallableType | None:
    """The type of the function that a parameter accepts, or None."""
    callables = [t for one in flatten_nested_unions([formal]) if isinstance(t := get_proper_type(one), CallableType)]
    return callables[0] if callables else None


def _opened(ctx: AnySigContext, signature: CallableType, variable: TypeVarType, targets: Targets) -> Type | None:
    """The type without dtypes that a variable has to stand for; None if mypy may infer its type."""
    given = targets[variable.id]
    if given and not any(map(has_dtypes, given)):
        return None
    returned: dict[TypeVarId, list[Type]] = {variable.id: [*given]}
    for formal, expressions in zip(signature.arg_types, ctx.args, strict=False):
        function = _function(formal)
        if function is None or not [*_places(function.ret_type, variable)]:
            continue
        for expression in expressions:
            _add(returned, function.ret_type, _result(ctx, expression, function, targets))
    types = returned[variable.id]
    if not any(map(has_dtypes, types)) or all(is_same_type(t, types[0]) for t in types):
        return None
    is_joined = not given or _is_joined(variable, signature)
    if is_joined and not _is_object(join_type_list(types)):
        return None
    opened = without_dtypes(types[0])
    return opened if all(is_subtype(without_dtypes(t), opened) for t in types) else None


def _result(ctx: AnySigContext, expression: Expression, function: CallableType, targets: Targets) -> Type:
    """The type that a function, given as an argument, returns for the types that the other arguments give."""
    first = {key: types[0] if types else ANYTHING for key, types in targets.items()}
    parameters = [expand_type(t, first) for t in function.arg_types]
    if any(isinstance(t, UnpackType) for t in parameters):
        return ANYTHING
    if not isinstance(expression, LambdaExpr):
        call = synthetic_call(expression, arguments_of_types(parameters), ctx.context)
        return type_without_context(ctx.api, call)
    return remembered(ctx, expression, ("returned", *parameters), lambda: _returned(ctx, expression, parameters))


def _returned(ctx: AnySigContext, function: LambdaExpr, parameters: list[Type]) -> Type:
    """The type that a lambda returns for parameters of some types.

    The expected result is erased, as in mypy's own inference. With `Any`, the items of a list would be `Any`, too.
    """
    lambda_type = unfolded(type_of(ctx.api, function, function_type(ctx.api, parameters, ErasedType())))
    return lambda_type.ret_type if isinstance(lambda_type, CallableType) else ANYTHING
