"""Reports silent losses of operators on arrays.

`array_operators` calls `report_operator` after it has computed the result.
"""

from __future__ import annotations

from itertools import pairwise

from mypy.nodes import ComparisonExpr, Context, Expression, OperatorAssignmentStmt, OpExpr, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type, get_proper_type

from ...diagnostics.codes import DTYPE_IMPLICIT, ERROR
from ...diagnostics.loss import Loss
from ...diagnostics.promotion_losses import binary_losses
from ...diagnostics.values import Value
from ...inference.operand import Alternatives
from ...system import System
from ..contexts import Context as HookContext
from ..mypy_compat.expressions import stored_type
from ..report import fail_expression, report
from ..severities import is_reported, severity
from ..source_text import operand_text
from ..types.operands import argument_type, operands
from .constant_numbers import is_number, possible_numbers


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
    if losses:
        report_losses(ctx, losses, expressions)


def value_of(api: CheckerPluginInterface, alternatives: Alternatives, expression: Expression | None, t: Type) -> Value:
    """An operand with the values that it may have, if it is a number."""
    if expression is None or not is_number(alternatives):
        return Value(alternatives)
    return Value(alternatives, possible_numbers(api, expression, t))


def report_losses(ctx: HookContext, losses: tuple[Loss, ...], expressions: tuple[Expression | None, ...]) -> None:
    """Report findings; the advice repeats the operands as they are written."""
    for loss in _told(ctx.api, losses):
        texts = [operand_text(ctx.api, expression) for expression in expressions]
        advice = loss.advice.format(*texts)
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
    """An operand's dtypes and values; None if they are unknown. mypy asks about the items of a union one by one."""
    if expression is None or isinstance(expression, TempNode):
        alternatives = operands(t)
        return None if alternatives is None else value_of(api, alternatives, expression, t)
    stored = stored_type(api, expression)
    stored_operands = None if stored is None else operands(stored)
    if stored is None or stored_operands is None:
        stored, stored_operands = t, operands(t)
    whole = argument_type(api, get_proper_type(stored), expression)
    whole_operands = stored_operands if whole is get_proper_type(stored) else operands(whole)
    return None if whole_operands is None else value_of(api, whole_operands, expression, whole)
