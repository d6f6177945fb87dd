"""Finds the arguments that a `partial` has given, also through variables: ``jax.vmap(partial(attend, mask=mask))(x)``.

The variables among the arguments must not change between the call of `partial` and the call of its result.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    LDEF,
    CallExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    Var,
)

from ..callables.partial import PARTIAL
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of

CONSTANTS = frozenset(("builtins.None", "builtins.True", "builtins.False"))
"""The names of values that nobody can change."""


def whole_partial(
    tree: MypyFile, function: Expression, is_fixed: Callable[[Var], bool], *, is_called_here: bool
) -> CallExpr | None:
    """A call of `partial` with a function's name and all arguments given; None if an argument may have changed.

    Args:
        tree: the file.
        function: the call of `partial`, or a variable that holds its result.
        is_fixed: whether a variable is a parameter that is never assigned.
        is_called_here: whether the result is called in the same expression.
    """
    made = inner_value(function)
    if isinstance(made, NameExpr):
        key = key_of(made)
        made = inner_value(assignments_of(tree).functions.get(key, made)) if key is not None else made
    if not isinstance(made, CallExpr) or not isinstance(made.callee, RefExpr) or made.callee.fullname != PARTIAL:
        return None
    if not made.args or any(kind not in (ARG_POS, ARG_NAMED) for kind in made.arg_kinds):
        return None
    is_sure = is_called_here and made is function
    if not is_sure and not all(_is_unchanged(tree, argument, made, is_fixed) for argument in made.args[1:]):
        return None
    inner = whole_partial(tree, made.args[0], is_fixed, is_called_here=is_sure)
    if inner is None:
        return made
    whole = CallExpr(
        made.callee,
        [*inner.args, *made.args[1:]],
        [*inner.arg_kinds, *made.arg_kinds[1:]],
        [*inner.arg_names, *made.arg_names[1:]],
    )
    whole.set_line(made)
    return whole


def _is_unchanged(tree: MypyFile, argument: Expression, made: CallExpr, is_fixed: Callable[[Var], bool]) -> bool:
    """Whether an argument has the same value wherever a function uses it."""
    match argument:
        case IntExpr() | FloatExpr() | StrExpr():
            return True
        case MemberExpr(expr=NameExpr(node=Var()) as owner):
            return _is_unchanged(tree, owner, made, is_fixed)
        case NameExpr(node=FuncDef()):
            return True
        case NameExpr(fullname=name) if name in CONSTANTS:
            return True
        case NameExpr(node=Var() as var):
            return is_fixed(var) or (argument.kind == LDEF and _is_assigned_before(tree, argument, made))
    return False


def _is_assigned_before(tree: MypyFile, variable: NameExpr, made: CallExpr) -> bool:
    """Whether all assignments of a local variable are above a call, in the same function and outside of loops."""
    assignments, key = assignments_of(tree), key_of(variable)
    place = assignments.site_of_value.get(made)
    if key is None or place is None or place.loops or key in assignments.redefined:
        return False
    return all(
        site.function is place.function and not site.loops and site.statement.line < made.line
        for site in assignments.places[key]
    )
