"""Reports numbers that JAX refuses beside an array, and silent losses of operators under other promotion systems.

The interpreter tells the silent losses of JAX's own system, and has the rules of no other one.

`array_operators` calls `report_operator` after it has computed the result.
"""

from __future__ import annotations

from itertools import pairwise

from mypy.constant_fold import constant_fold_expr
from mypy.nodes import ComparisonExpr, Context, Expression, OperatorAssignmentStmt, OpExpr, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type, get_proper_type

from ...diagnostics.codes import DTYPE_IMPLICIT, ERROR
from ...diagnostics.loss import Loss
from ...diagnostics.promotion_losses import binary_losses
from ...diagnostics.values import Value
from ...system import System
from ..contexts import Context as HookContext
from ..jax_names import JAX
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..report import fail_expression, report
from ..severities import is_reported, severity
from ..source_text import operand_text
from ..types.operands import argument_type, operands


def report_operator(ctx: HookContext, op: str, left: Type, right: Type, system: System) -> None:
    """Report the losses of ``left op right``.

    Args:
        ctx: the operator, or the call of a function of the module `operator`.
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the types of the operands.
        system: the promotion system.
    """
    expressions = _operand_expressions(ctx)
    values: list[Value] = []
    for t, expression in zip((left, right), expressions, strict=True):
        value = _value(ctx.api, t, expression)
        if value is None:
            return
        values.append(value)
    losses = binary_losses(op, *values, system)
    if system.name == JAX:
        losses = tuple(loss for loss in losses if loss.raises)
    if losses:
        _report(ctx, losses, expressions)


def _report(ctx: HookContext, losses: tuple[Loss, ...], expressions: tuple[Expression | None, ...]) -> None:
    """Report findings; the advice repeats the operands as they are written."""
    for loss in _told(ctx.api, losses):
        advice = loss.advice.format(*(operand_text(ctx.api, expression) for expression in expressions))
        if loss.raises:
            fail_expression(ctx, loss.code, loss.message, advice)
        else:
            report(ctx, loss.code, loss.message, advice)


def _told(api: CheckerPluginInterface, losses: tuple[Loss, ...]) -> list[Loss]:
    """The findings that are reported.

    An implicit promotion is left out beside another finding, which says more and advises another cast, unless only the
    implicit promotion is an error.
    """
    reported = [loss for loss in losses if is_reported(api, loss.code)]
    others = [loss for loss in reported if loss.code is not DTYPE_IMPLICIT]
    is_only_error = severity(api, DTYPE_IMPLICIT) == ERROR and all(severity(api, o.code) != ERROR for o in others)
    return reported if is_only_error else others or reported


def _operand_expressions(ctx: HookContext) -> tuple[Expression | None, Expression | None]:
    """The expressions of the operands; None for an operand whose expression is unknown."""
    place: Context = ctx.context
    match place:
        case OpExpr(left=left, right=right) | OperatorAssignmentStmt(lvalue=left, rvalue=right):
            return left, right
        case ComparisonExpr(operands=compared):
            if len(compared) == 2:
                return compared[0], compared[1]
            tried = ctx.args[0][0] if ctx.args and ctx.args[0] else None
            for one, other in pairwise(compared):
                if other is tried:
                    return one, other
    given = [each[0] for each in ctx.args if len(each) == 1]
    if len(given) == 2:
        return given[0], given[1]
    return None, None


def _value(api: CheckerPluginInterface, t: Type, expression: Expression | None) -> Value | None:
    """An operand's dtypes and value; None if they are unknown. mypy asks about the items of a union one by one."""
    stored = None if expression is None or isinstance(expression, TempNode) else stored_type(api, expression)
    whole = t if stored is None or operands(stored) is None else stored
    if expression is not None and not isinstance(expression, TempNode):
        whole = argument_type(api, get_proper_type(whole), expression)
    alternatives = operands(whole)
    if alternatives is None:
        return None
    number = None if expression is None else constant_fold_expr(expression, current_file(api).fullname)
    is_number = all(operand.is_python_scalar for operand in alternatives)
    if is_number and isinstance(number, int | float) and not isinstance(number, bool):
        return Value(alternatives, (number,))
    return Value(alternatives)
