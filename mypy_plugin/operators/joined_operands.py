"""Accepts operands that mypy infers as `object`: ``for rate in [np.float32(1), 2.0]: x * rate``.

mypy joins a NumPy scalar and a Python number to `object`, which is no operand of an array. JAX accepts each of the two.
So an operator accepts an `object` if the file shows all values that it may have, and each of them is an operand. The
dtype of the result is unknown.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import (
    BytesExpr,
    ComparisonExpr,
    Expression,
    IndexExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    StarExpr,
    StrExpr,
)
from mypy.plugin import CheckerPluginInterface, MethodSigContext
from mypy.types import FunctionLike, Instance, Type, UnionType, get_proper_type

from ...operators import FORWARD, REFLECTED
from ..any_type import ANYTHING
from ..jax_names import ARRAY
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..types.operands import as_array, operands
from ..variables.assignment_record import Assignments
from ..variables.assignments import assignments_of
from ..variables.keys import root_of
from ..variables.written_values import items_of

OBJECT = "builtins.object"
MOST_SOURCES = 50
"""The most values that are looked at."""


def operand_signatures() -> dict[str, Callable[[MethodSigContext], FunctionLike]]:
    """The signature hooks of the operator methods of `Array`, by full name."""
    hooks: dict[str, Callable[[MethodSigContext], FunctionLike]] = dict.fromkeys(
        (f"{ARRAY}.{method}" for method in FORWARD), _forward
    )
    return hooks | dict.fromkeys((f"{ARRAY}.{method}" for method in REFLECTED), _reflected)


def _forward(ctx: MethodSigContext) -> FunctionLike:
    """Signature hook of an operator with the array on the left."""
    match ctx.context:
        case OpExpr(right=other) | OperatorAssignmentStmt(rvalue=other) | ComparisonExpr(operands=[_, other]) if (
            _is_joined_operand(ctx.api, other)
        ):
            return _for_any_operand(ctx)
    return ctx.default_signature


def _reflected(ctx: MethodSigContext) -> FunctionLike:
    """Signature hook of an operator with the array on the right."""
    match ctx.context:
        case OpExpr(left=other) | ComparisonExpr(operands=[other, _]) if _is_joined_operand(ctx.api, other):
            return _for_any_operand(ctx)
    return ctx.default_signature


def _for_any_operand(ctx: MethodSigContext) -> FunctionLike:
    parameters: list[Type] = [ANYTHING for _ in ctx.default_signature.arg_types]
    return ctx.default_signature.copy_modified(arg_types=parameters)


def _is_joined_operand(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether an expression of type `object` can only have values that are operands of arrays."""
    t = get_proper_type(stored_type(api, expression))
    if not isinstance(t, Instance) or t.type.fullname != OBJECT or not isinstance(expression, NameExpr | IndexExpr):
        return False
    values = _values(assignments_of(current_file(api)), expression)
    if values is None or any(isinstance(value, StrExpr | BytesExpr) for value in values):
        return False
    types = [stored_type(api, value) for value in values]  # None if mypy checks the value later
    return all(t is None or _is_operand(t) for t in types)


def _values(assignments: Assignments, expression: Expression) -> list[Expression] | None:
    """The values that the file gives to a variable or an item of a container; None if some are not known."""
    values: list[Expression] = []
    pending, seen = [expression], set[str]()
    while pending:
        one = pending.pop()
        key = root_of(one.expr if isinstance(one, StarExpr) else one)
        if isinstance(one, NameExpr) and key in assignments.unannotated:
            continue  # plain JAX code knows nothing of the parameter of a lambda
        if isinstance(one, NameExpr) and key is not None:
            sources = assignments.values.get(key, [])
        elif isinstance(one, IndexExpr | StarExpr):
            container = one.base if isinstance(one, IndexExpr) else one.expr
            sources = [*items_of(container)] or (assignments.items.get(key, []) if key is not None else [])
        else:
            values.append(one)
            continue
        if key is not None and f"{type(one).__name__}{key}" in seen:
            continue
        seen.add(f"{type(one).__name__}{key}")
        if not sources or len(values) + len(pending) > MOST_SOURCES:
            return None
        pending += sources
    return values


def _is_operand(t: Type) -> bool:
    """Whether a value of a type is an operand of arrays. It may be an array of unknown dtype."""
    proper = get_proper_type(t)
    if isinstance(proper, UnionType):
        return all(map(_is_operand, proper.items))
    return operands(proper) is not None or (isinstance(proper, Instance) and as_array(proper) is not None)
