"""Reports calls that JAX rejects because of the dtype of an argument.

`jax_functions` calls `report_unsupported` at each call of a function with clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import CallExpr, Expression, MemberExpr

from ...diagnostics.codes import DTYPE_PROMOTION, DTYPE_UNSUPPORTED
from ...inference import Arguments
from ...inference.acceptance import spelled_advice, unsupported_call
from ...system import System
from ..contexts import Context
from ..report import fail_expression
from ..source_text import cast_text
from ..types.arguments import Function
from .index_errors import takes_index


def report_unsupported(
    ctx: Context, function: Function, names: Sequence[str | None], arguments: Arguments, system: System
) -> bool:
    """Report a call that JAX rejects because of a dtype, whichever of the possible dtypes it is.

    Args:
        ctx: the call.
        function: the function.
        names: the names of its parameters.
        arguments: the arguments of the call.
        system: the promotion system.

    Returns:
        Whether the call is rejected.
    """
    refusal = unsupported_call(function.fullname, function.clauses, arguments, system)
    if refusal is None:
        return False
    name = refusal.parameters[0]
    if takes_index(function.fullname, name) and len(refusal.parameters) == 1:
        return True
    argument = _argument(ctx, names, name) if refusal.cast else None
    cast = cast_text(ctx.api, argument, refusal.cast) if refusal.cast else None
    advice = spelled_advice(refusal, cast, is_dtype=name in arguments.dtypes)
    fail_expression(ctx, DTYPE_PROMOTION if refusal.is_pair else DTYPE_UNSUPPORTED, refusal.reason, advice)
    return True


def _argument(ctx: Context, names: Sequence[str | None], parameter: str) -> Expression | None:
    """The argument of a parameter, if there is exactly one; the array of a method for ``self``."""
    call = ctx.context
    if parameter == "self":
        return call.callee.expr if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr) else None
    arguments = [expressions for name, expressions in zip(names, ctx.args, strict=True) if name == parameter]
    return arguments[0][0] if len(arguments) == 1 and len(arguments[0]) == 1 else None
