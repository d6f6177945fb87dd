"""Reads the limits of a dtype that a program asks for: ``jnp.finfo(x.dtype).eps``."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, MemberExpr, RefExpr, UnaryExpr
from mypy.plugin import CheckerPluginInterface

from ...dtype_info import INFO
from ..jax_names import FINFO, LIMITS
from .dtype_arguments import dtype_argument


def scalar_dtype(api: CheckerPluginInterface, expression: Expression) -> str | None:
    """The dtype of a limit of a float dtype, which is a scalar of that dtype; None for any other expression."""
    if isinstance(expression, UnaryExpr) and expression.op == "-":
        expression = expression.expr
    if not isinstance(expression, MemberExpr) or expression.name not in LIMITS:
        return None
    dtype = _described(api, expression.expr)
    return dtype if dtype in INFO and INFO[dtype].kind == "float" else None


def _described(api: CheckerPluginInterface, call: Expression) -> str:
    """The dtype in a call of `jax.numpy.finfo`; empty for another call, and for an unknown dtype."""
    match call:
        case CallExpr(callee=RefExpr(fullname=fullname), args=[argument]) if fullname == FINFO:
            dtype = dtype_argument(api, argument, api.get_expression_type(argument))
            return {"float": "float64"}.get(dtype or "", dtype or "")
    return ""
