"""Signatures of transformed generic functions: ``jax.grad(loss)``, where `loss` is ``(Array[F]) -> Array[F]``.

The stubs derive the signature of a transformed function from the function's own signature, by overloads. mypy can't
match a generic signature with these overloads: it infers `Never` for the variables. So the plugin asks mypy for the
signature with the function's type variables fixed, as they are inside the function, and makes the answer generic again.
Each call then decides what the variables stand for.
"""

from __future__ import annotations

from mypy.nodes import Context, MemberExpr, TempNode
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import CallableType, Instance, ProperType, Type, TypeVarLikeType, get_proper_type

from ..any_type import ANYTHING
from ..contexts import FunctionHook
from ..types.expression_types import type_of

CALL = "__call__"
CUSTOM_DERIVATIVES = ("jax._src.custom_derivatives.custom_jvp", "jax._src.custom_derivatives.custom_vjp")
"""The classes of functions with custom derivatives. Their type arguments are the result and the function."""


def generic_signature(api: CheckerPluginInterface, transformed: Type, place: Context) -> CallableType | None:
    """The signature of a transformed function that is generic; None for any other function.

    Args:
        api: the type checker.
        transformed: the type of the transformed function, whose type argument is the function's type.
        place: the place of the call.
    """
    owner = get_proper_type(transformed)
    if not isinstance(owner, Instance) or len(owner.args) != 1:
        return None
    fixed, variables = _with_variables_fixed(api, owner.args[0], place)
    if not variables:
        return None
    signature = call_signature(api, owner.copy_modified(args=[fixed]), place)
    if not isinstance(signature, CallableType) or signature.variables:
        return None
    return signature.copy_modified(variables=variables)


def is_generic(api: CheckerPluginInterface, function: Type, place: Context) -> bool:
    """Whether a function is generic, or a transformed function whose inner function is generic.

    Args:
        api: the type checker.
        function: the type of the function.
        place: the place of the call.
    """
    return bool(_with_variables_fixed(api, function, place)[1])


def with_custom_derivative(hook: FunctionHook) -> FunctionHook:
    """Wrap the hook of `CUSTOM_DERIVATIVES`: a generic function stays generic, and its rules may have any types.

    mypy alone infers `Never` for its type variables.
    """

    def made(ctx: FunctionContext) -> Type:
        result = get_proper_type(hook(ctx))
        given = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
        if isinstance(given, Instance):
            given = call_signature(ctx.api, given, ctx.context)
        if not isinstance(given, CallableType) or not given.variables:
            return result
        if not isinstance(result, Instance) or result.type.fullname not in CUSTOM_DERIVATIVES:
            return result
        return result.copy_modified(args=[ANYTHING, given])

    return made


def _with_variables_fixed(
    api: CheckerPluginInterface, function: Type, place: Context
) -> tuple[Type, tuple[TypeVarLikeType, ...]]:
    """The type of a function whose type variables can't be inferred any more, and these variables.

    A function in another transformed function is reached through it.
    """
    proper = get_proper_type(function)
    if isinstance(proper, CallableType):
        return proper.copy_modified(variables=()), proper.variables
    if not isinstance(proper, Instance) or not proper.type.get(CALL):
        return function, ()
    if len(proper.args) == 1:
        fixed, variables = _with_variables_fixed(api, proper.args[0], place)
        if variables:
            return proper.copy_modified(args=[fixed]), variables
    method = call_signature(api, proper, place)
    return (
        (method.copy_modified(variables=()), method.variables) if isinstance(method, CallableType) else (function, ())
    )


def call_signature(api: CheckerPluginInterface, callable_object: Type, place: Context) -> ProperType | None:
    """The signature with which an object is called."""
    callee = MemberExpr(TempNode(callable_object, context=place), CALL)
    callee.set_line(place)
    return type_of(api, callee)
