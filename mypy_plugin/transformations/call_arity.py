"""Reports calls of JAX functions with missing, unknown or too many arguments, as mypy does for JAX's own annotations.

For such a call, as ``lax.cond(True, f)``, mypy would report that no overload matches, and list the stubs' overloads.
With JAX's own annotations it names the wrong argument, under another error code. So the plugin makes mypy check the
call against the last overload, which is the function as JAX declares it.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.argmap import map_actuals_to_formals
from mypy.erasetype import erase_typevars
from mypy.errorcodes import CALL_ARG
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, FloatExpr, IntExpr, NameExpr, StrExpr
from mypy.plugin import CheckerPluginInterface, FunctionSigContext
from mypy.subtypes import is_subtype
from mypy.types import CallableType, FunctionLike, Overloaded, Type, TypeVarType, get_proper_type

from ..any_type import ANYTHING
from ..mypy_compat.expressions import check_call, stored_type
from ..mypy_compat.messages import ErrorInfo, add_errors, errors_behind, errors_watched
from ..types.array_types import unfolded
from ..types.expression_types import arguments_of, type_without_context
from .lambda_calls import taking_anything

Hook = Callable[[FunctionSigContext], FunctionLike]


def arity_checked(hook: Hook | None) -> Hook:
    """The signature hook of a function with overloads.

    Args:
        hook: the hook for calls that match some overload, if there is one.
    """
    # mypy calls the hook for each overload of a call, and the answer is the same for all.
    accepted: CallExpr | None = None

    def checked(ctx: FunctionSigContext) -> FunctionLike:
        nonlocal accepted
        call, signature = ctx.context, ctx.default_signature
        if not isinstance(call, CallExpr) or any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
            return signature if hook is None else hook(ctx)
        stored: Type | None = stored_type(ctx.api, call.callee)
        callee = unfolded(stored)
        if not isinstance(callee, Overloaded):
            return signature if hook is None else hook(ctx)
        if accepted is not call or signature is callee.items[0]:
            accepted = call if any(_accepts(ctx.api, item, call) for item in callee.items) else None
        if accepted is call:
            return signature if hook is None else hook(ctx)
        general = next((item for item in reversed(callee.items) if _has_parameters(item, call)), callee.items[-1])
        errors = _errors(ctx.api, general, call)
        if not errors:
            return signature if hook is None else hook(ctx)
        if callee.items[0] is signature:
            add_errors(ctx.api, errors)
        return taking_anything(signature, arguments_of(call))

    return checked


def _errors(api: CheckerPluginInterface, item: CallableType, call: CallExpr) -> list[ErrorInfo]:
    """The errors that mypy reports for a call with one signature.

    Errors of types only if the number of arguments is right.

    The stubs' type variables for functions are replaced by their bounds, which are JAX's own annotations.
    """
    declared = item.copy_modified(arg_types=list(map(_without_function_variable, item.arg_types)))
    with errors_watched(api, are_kept=True) as watcher:
        check_call(api, declared, call)
    errors: list[ErrorInfo] = [error for error in errors_behind(watcher) if error.severity == "error"]
    return [error for error in errors if error.code is CALL_ARG] or errors


def _accepts(api: CheckerPluginInterface, item: CallableType, call: CallExpr) -> bool:
    """Whether an overload accepts a call.

    Types are only compared where mypy infers them without checking further calls.
    """
    if not _has_parameters(item, call):
        return False
    pairs = zip(item.arg_kinds, item.arg_types, _positions(item, call), strict=True)
    return not any(
        _is_misfit(api, call.args[position], formal)
        for kind, formal, positions in pairs
        for position in positions
        if not kind.is_star()
    )


def _has_parameters(item: CallableType, call: CallExpr) -> bool:
    """Whether an overload has a parameter for each argument of a call, and each required parameter has an argument."""
    actuals = _positions(item, call)
    if len({position for formal in actuals for position in formal}) < len(call.args):
        return False
    for kind, positions in zip(item.arg_kinds, actuals, strict=True):
        if kind.is_required() and not kind.is_star() and not positions:
            return False
        if not kind.is_star() and len(positions) > 1:
            return False
        if kind.is_named() and any(call.arg_kinds[position] == ARG_POS for position in positions):
            return False
    return True


def _positions(item: CallableType, call: CallExpr) -> list[list[int]]:
    """The positions of the arguments that each parameter receives."""
    return map_actuals_to_formals(call.arg_kinds, call.arg_names, item.arg_kinds, item.arg_names, lambda i: ANYTHING)


def _is_misfit(api: CheckerPluginInterface, argument: Expression, formal: Type) -> bool:
    """Whether an argument certainly does not match a parameter."""
    if isinstance(argument, CallExpr) and argument.args:
        return False
    if not isinstance(argument, NameExpr | StrExpr | IntExpr | FloatExpr | CallExpr):
        return False
    proper = get_proper_type(formal)
    expected = proper.upper_bound if isinstance(proper, TypeVarType) else erase_typevars(formal)
    return not is_subtype(type_without_context(api, argument), expected)


def _without_function_variable(formal: Type) -> Type:
    """The type of a parameter, with a type variable for functions replaced by its bound."""
    proper = get_proper_type(formal)
    bound = get_proper_type(proper.upper_bound) if isinstance(proper, TypeVarType) else None
    return bound if isinstance(bound, CallableType) else formal
