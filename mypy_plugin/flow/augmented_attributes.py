"""Lets ``model.w += x`` change the dtype of an attribute of another file's class or module.

The other file assigns the attribute once, so mypy infers its type, with the dtype, from that value.
"""

from __future__ import annotations

from mypy.nodes import MemberExpr, OperatorAssignmentStmt, OpExpr
from mypy.plugin import MethodContext
from mypy.subtypes import is_subtype
from mypy.types import Type

from ..mypy_compat import current_file
from ..types.array_types import without_dtypes
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.symbols import variable
from .binder import redeclare


def assigned_result(ctx: MethodContext, result: Type) -> Type:
    """The result of an operator, without its dtype if an attribute that holds another dtype is assigned it."""
    place = _assigned_attribute(ctx)
    var = None if place is None else variable(ctx.api, place)
    if place is None or var is None or not var.is_inferred or var.type is None or is_subtype(result, var.type):
        return result
    wide = without_dtypes(var.type)
    if not is_subtype(without_dtypes(result), wide):
        return result
    redeclare(ctx.api, place, var, wide)
    return without_dtypes(result)


def _assigned_attribute(ctx: MethodContext) -> MemberExpr | None:
    """The attribute to which an operator assignment gives the result; mypy checks ``x.y += z`` as ``x.y + z``."""
    place = ctx.context.left if isinstance(ctx.context, OpExpr) else None
    if not isinstance(place, MemberExpr) or (key := key_of(place)) is None:
        return None
    statements = [site.statement for site in assignments_of(current_file(ctx.api)).places.get(key, ())]
    is_assigned = any(isinstance(one, OperatorAssignmentStmt) and one.lvalue is place for one in statements)
    return place if is_assigned else None
