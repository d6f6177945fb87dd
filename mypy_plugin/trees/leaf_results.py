"""Asks mypy for the result of a function that JAX calls with leaves of pytrees.

In the stubs, functions such as `jax.tree.map` have overloads, and mypy checks a lambda again for each overload. So the
plugin keeps only the last, general overload. It asks mypy for the lambda's result with the types of the leaves.
"""

from __future__ import annotations

from mypy.nodes import (
    DictExpr,
    Expression,
    LambdaExpr,
    ListExpr,
    RefExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    ErasedType,
    ProperType,
    Type,
    UninhabitedType,
)

from ..any_type import ANYTHING
from ..callables.lambda_types import remembered
from ..callables.partial import is_partial, is_transformed
from ..types.array_types import unfolded
from ..types.expression_types import arguments_of_types, function_type, synthetic_call, type_of
from .certain_numbers import with_certain_numbers
from .pytrees import is_of_arrays


def function_of(function: Expression, t: Type) -> Expression | None:
    """An expression to call for the result of a function: its own expression, or a placeholder of its type."""
    proper = unfolded(t)
    if isinstance(proper, CallableType) and isinstance(unfolded(proper.ret_type), UninhabitedType):
        return None  # mypy would treat the code after the call as unreachable
    return (
        function
        if isinstance(function, RefExpr | LambdaExpr) or is_partial(function) or is_transformed(function)
        else TempNode(t, context=function)
    )


def result_for_leaves(ctx: FunctionContext | MethodContext, callee: Expression, leaves: list[Type]) -> Type | None:
    """The result of a call with some leaves; None if it is unknown, or if mypy reports an error."""
    if isinstance(callee, LambdaExpr):
        return remembered(ctx, callee, tuple(leaves), lambda: _lambda_result(ctx, callee, leaves))
    return type_of(ctx.api, synthetic_call(callee, arguments_of_types(leaves), ctx.context))


def _lambda_result(ctx: FunctionContext | MethodContext, function: LambdaExpr, leaves: list[Type]) -> ProperType | None:
    """The result of a lambda with some leaves.

    If the context expects `list[Any]`, mypy gives a literal that type. With an erased context, an empty literal has the
    type `list[Never]` instead. So a container literal is inferred both ways.
    """
    is_literal = isinstance(function.expr(), DictExpr | ListExpr | TupleExpr)
    erased_result = _returned(ctx, function, leaves, ErasedType()) if is_literal else None
    is_known = erased_result is not None and is_of_arrays(erased_result)
    result = erased_result if is_known else _returned(ctx, function, leaves, ANYTHING)
    return None if result is None else with_certain_numbers(ctx.api, result, function.expr())


def _returned(
    ctx: FunctionContext | MethodContext, function: LambdaExpr, leaves: list[Type], expected: Type
) -> ProperType | None:
    """The return type of a lambda whose parameters have the types of the leaves."""
    lambda_type = type_of(ctx.api, function, function_type(ctx.api, leaves, expected))
    result = unfolded(lambda_type.ret_type) if isinstance(lambda_type, CallableType) else None
    return None if isinstance(result, AnyType) else result
