"""Reads the limits of a dtype that a program asks for: ``jnp.finfo(x.dtype).eps``, ``jnp.iinfo(jnp.int8).max``."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, MemberExpr, RefExpr, UnaryExpr
from mypy.plugin import CheckerPluginInterface

from ...dtype_info import INFO
from ...formats import FORMATS
from ..jax_names import FINFO, IINFO, LIMITS
from .dtype_arguments import dtype_argument


def scalar_dtype(api: CheckerPluginInterface, expression: Expression) -> str | None:
    """The dtype of a limit of a float dtype, which is a scalar of that dtype; None for any other expression."""
    if isinstance(expression, UnaryExpr) and expression.op == "-":
        expression = expression.expr
    if not isinstance(expression, MemberExpr) or expression.name not in LIMITS:
        return None
    dtype = _described(api, expression.expr, (FINFO,))
    return dtype if dtype in INFO and INFO[dtype].kind == "float" else None


def limit_value(api: CheckerPluginInterface, expression: MemberExpr) -> int | float | None:
    """The value of a limit; None for any other expression, and for limits that `FORMATS` lacks."""
    if expression.name not in ("max", "min"):
        return None
    place = "high" if expression.name == "max" else "low"
    for names, kind in ((IINFO, "int"), ((FINFO,), "float")):
        dtype = _described(api, expression.expr, names)
        if dtype in FORMATS and FORMATS[dtype].kind == kind:
            value = getattr(FORMATS[dtype], place)
            return int(value) if kind == "int" else float(value)
    return None


def _described(api: CheckerPluginInterface, call: Expression, names: tuple[str, ...]) -> str:
    """The dtype in a call of one of the classes `names`; empty for another call, and for an unknown dtype."""
    match call:
        case CallExpr(callee=RefExpr(fullname=fullname), args=[argument]) if fullname in names:
            dtype = dtype_argument(api, argument, api.get_expression_type(argument))
            return {"float": "float64"}.get(dtype or "", dtype or "")
    return ""
