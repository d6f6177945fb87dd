"""Reports calls that JAX rejects because of the dtype of an argument."""

from __future__ import annotations

from functools import cache

from mypy.nodes import CallExpr, Expression, MemberExpr
from mypy.types import Type

from ...diagnostics.codes import DTYPE_PROMOTION, DTYPE_UNSUPPORTED
from ...inference.acceptance import spelled_advice, unsupported_call
from ...rules.acceptance import Clause, accepted_dtypes
from ...rules.rule import Rule
from ...system import System
from ..contexts import Context
from ..jax_version import jax_version
from ..report import refuse
from ..source_text import cast_text
from ..types.arguments import parameters, read_arguments
from .index_errors import takes_index


def report_unsupported(ctx: Context, rule: Rule, system: System, fullname: str, owner: Type | None = None) -> bool:
    """Report a call that JAX rejects because of a dtype, whichever of the possible dtypes it is.

    Args:
        ctx: the call.
        rule: the rule of the function.
        system: the promotion system.
        fullname: the full name of the function.
        owner: the type of the array that a method is called on, if the function is a method.

    Returns:
        Whether the call is rejected.
    """
    clauses = accepted_dtypes(fullname, jax_version())
    if not clauses:
        return False
    arguments = read_arguments(ctx, _with_all_parameters(rule, clauses), system, fullname, owner)
    refusal = unsupported_call(fullname, clauses, arguments, system)
    if refusal is None:
        return False
    name = refusal.parameters[0]
    if takes_index(fullname, name) and len(refusal.parameters) == 1:
        return True
    argument = _argument(ctx, parameters(ctx, rule, fullname), name) if refusal.cast else None
    cast = cast_text(ctx.api, argument, refusal.cast) if refusal.cast else None
    advice = spelled_advice(refusal, cast, is_dtype=name in arguments.dtypes)
    refuse(ctx, DTYPE_PROMOTION if refusal.is_pair else DTYPE_UNSUPPORTED, refusal.reason, advice)
    return True


def _argument(ctx: Context, names: list[str | None], parameter: str) -> Expression | None:
    """The argument of a parameter, if there is exactly one; the array of a method for ``self``."""
    call = ctx.context
    if parameter == "self":
        return call.callee.expr if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr) else None
    given = [expressions for name, expressions in zip(names, ctx.args, strict=True) if name == parameter]
    return given[0][0] if len(given) == 1 and len(given[0]) == 1 else None


@cache
def _with_all_parameters(rule: Rule, clauses: tuple[Clause, ...]) -> Rule:
    """The rule with the parameters that only the clauses speak of, so that their arguments are read."""
    parts = rule.parts or (rule,)
    known = {name for part in parts for name in (*part.operands, *part.joining, part.dtype)}
    names = dict.fromkeys(name for clause in clauses for name in clause.parameters if name not in known)
    dtypes = [name for name in names if "dtype" in name or name == "preferred_element_type"]
    operands = tuple(name for name in names if name not in dtypes)
    more = [Rule("", operands=operands), *(Rule("", dtype=name) for name in dtypes)]
    return Rule(rule.text, "tuple", parts=(*parts, *more), conditions=rule.conditions)
