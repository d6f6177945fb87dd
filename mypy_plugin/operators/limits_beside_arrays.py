"""Gives the limits of a float dtype a type where they are an operand beside an array: ``x + jnp.finfo(x.dtype).eps``.

The stub says that a limit has type `Any`, since programs use it as a Python float. But mypy asks no plugin about an
operator with an operand of type `Any`. So a limit beside an array is a scalar of its dtype.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ComparisonExpr, Expression, MemberExpr, NameExpr, OpExpr, UnaryExpr
from mypy.plugin import AttributeContext, CheckerPluginInterface
from mypy.types import AnyType, Type, get_proper_type

from ..jax_names import LIMITS, NUMPY_LIMITS
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..syntax_tree import nodes_around
from ..types.array_types import array_class, array_of
from ..types.dtype_limits import scalar_dtype
from ..types.numpy_types import scalar_type
from ..types.operands import operands


def limit_hooks() -> dict[str, Callable[[AttributeContext], Type]]:
    """The hooks of the limits, which JAX's class inherits from NumPy's."""
    return {f"{prefix}finfo.{name}": _limit for prefix in NUMPY_LIMITS for name in LIMITS}


def _limit(ctx: AttributeContext) -> Type:
    """Attribute hook of a limit: its type beside an array."""
    limit = ctx.context
    if not isinstance(get_proper_type(ctx.default_attr_type), AnyType) or not isinstance(limit, MemberExpr):
        return ctx.default_attr_type
    other = _other_type(ctx.api, limit)
    if other is None or not _is_array(other):
        return ctx.default_attr_type
    dtype, array = scalar_dtype(ctx.api, limit), array_class(ctx.api)
    if dtype is None or dtype == "float64" or array is None:  # x64 decides about float64
        return ctx.default_attr_type
    return scalar_type(ctx.api, dtype) or array_of(ctx.api, array, (dtype,))


def _other_type(api: CheckerPluginInterface, limit: Expression) -> Type | None:
    """The type of the other operand of an operator beside a limit; None if there is none, or if it may be a limit, too.

    mypy has already checked an operand on the left. On the right, only a variable or an attribute counts.
    """
    for node in nodes_around(current_file(api), limit):
        match node:
            case OpExpr(left=left, right=right) | ComparisonExpr(operands=[left, right]):
                if _without_sign(right) is limit:
                    return stored_type(api, left)
                if _without_sign(left) is limit:
                    is_plain = isinstance(right, NameExpr) or (
                        isinstance(right, MemberExpr) and right.name not in LIMITS
                    )
                    return api.get_expression_type(right) if is_plain else None
    return None


def _without_sign(operand: Expression) -> Expression:
    return operand.expr if isinstance(operand, UnaryExpr) and operand.op == "-" else operand


def _is_array(t: Type) -> bool:
    """Whether a value is an array of JAX for certain."""
    alternatives = operands(t)
    return alternatives is not None and all(one.origin == "array" and not one.is_python_scalar for one in alternatives)
