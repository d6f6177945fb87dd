"""Signatures of transformed generic functions: ``jax.grad(loss)``, where `loss` is ``(Array[F]) -> Array[F]``.

The stubs derive the signature of a transformed function from the function's own signature, by overloads. mypy can't
match a generic signature with these overloads: it infers `Never` for the variables. So the plugin asks mypy for the
signature with the function's type variables fixed, as they are inside the function, and makes the answer generic again.
Each call then decides what the variables stand for.
"""

from __future__ import annotations

from mypy.nodes import Context, MemberExpr, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, Type, TypeVarLikeType, get_proper_type

from ..types.expression_types import type_of

CALL = "__call__"


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
    return (method.copy_modified(variables=()), method.variables) if isinstance(method, CallableType) else (function, ())


def call_signature(api: CheckerPluginInterface, callable_object: Type, place: Context) -> Type | None:
    """The signature with which an object is called."""
    callee = MemberExpr(TempNode(callable_object, context=place), CALL)
    callee.set_line(place)
    return type_of(api, callee)
