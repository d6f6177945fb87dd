"""Reports calls that JAX rejects because of the dtype of an argument.

`jax_functions` calls `report_unsupported` at each call of a function with clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import CallExpr, Expression, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, NoneType, UnionType, get_proper_type, get_proper_types

from ...diagnostics.codes import DTYPE_PROMOTION, DTYPE_UNSUPPORTED
from ...inference import Arguments
from ...inference.acceptance import spelled_advice, unsupported_call
from ...rules.index_parameters import takes_index
from ...system import System
from ..contexts import Context
from ..flow.inferred_unions import is_inferred_union
from ..mypy_compat.expressions import stored_type
from ..report import fail_expression
from ..source_text import cast_text
from ..types.arguments import Function, read_arguments
from ..types.operands import as_array


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
    if _accepts_other_member(ctx, function, names, system):
        return True
    if takes_index(function.fullname, name) and len(refusal.parameters) == 1:
        return True
    argument = _argument(ctx, names, name) if refusal.cast else None
    cast = cast_text(ctx.api, argument, refusal.cast) if refusal.cast else None
    advice = spelled_advice(refusal, cast, is_dtype=name in arguments.dtypes)
    fail_expression(ctx, DTYPE_PROMOTION if refusal.is_pair else DTYPE_UNSUPPORTED, refusal.reason, advice)
    return True


def _accepts_other_member(ctx: Context, function: Function, names: Sequence[str | None], system: System) -> bool:
    """Whether a method belongs to an array of one of several inferred dtypes, and accepts one of them.

    mypy calls the hook for each member of the union.
    """
    match ctx.context:
        case CallExpr(callee=MemberExpr(expr=owner)) if isinstance(ctx, MethodContext):
            union = get_proper_type(stored_type(ctx.api, owner))
        case _:
            return False
    if not isinstance(union, UnionType) or not is_inferred_union(ctx.api, owner):
        return False
    items = [item for item in get_proper_types(union.items) if not isinstance(item, NoneType)]
    arrays = [item for item in items if isinstance(item, Instance) and as_array(item)]
    if len(arrays) < len(items):
        return True
    calls = [read_arguments(ctx, function, names, system, array) for array in arrays]
    return any(unsupported_call(function.fullname, function.clauses, call, system) is None for call in calls)


def _argument(ctx: Context, names: Sequence[str | None], parameter: str) -> Expression | None:
    """The argument of a parameter, if there is exactly one; the array of a method for ``self``."""
    call = ctx.context
    if parameter == "self":
        return call.callee.expr if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr) else None
    arguments = [expressions for name, expressions in zip(names, ctx.args, strict=True) if name == parameter]
    return arguments[0][0] if len(arguments) == 1 and len(arguments[0]) == 1 else None
