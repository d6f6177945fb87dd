"""Declares variables and changes their types, in mypy's symbols and in its binder.

mypy's binder knows the type that each variable has after each statement.
"""

from __future__ import annotations

from mypy.literals import literal_hash
from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type

from ..mypy_compat.binder import check_loop_again, declare_in_binder
from ..run_state import OfRun

_UNDONE: list[list[tuple[Var, Type | None, bool]]] = []
"""The types that variables had before a check that is to leave no trace, for each such check."""


def set_type(var: Var, t: Type) -> None:
    """Give a variable a type."""
    if _UNDONE:
        _UNDONE[-1].append((var, var.type, var.is_ready))
    var.type = t


def declare(lvalue: Expression, var: Var, wide: Type) -> None:
    """Give a variable its type before it is assigned for the first time, so that mypy need not infer it."""
    set_type(var, wide)
    var.is_ready = True
    if isinstance(lvalue, NameExpr | MemberExpr):
        lvalue.is_inferred_def = False


class _Count:
    """A number that grows."""

    value = 0


_redeclared = OfRun(_Count)


def redeclarations(api: CheckerPluginInterface) -> int:
    """The number of calls of `redeclare` so far."""
    return _redeclared(api).value


def redeclare(api: CheckerPluginInterface, lvalue: NameExpr | MemberExpr, var: Var, wide: Type) -> None:
    """Widen the declared type of a variable; mypy checks an enclosing loop again if it used the variable before."""
    _redeclared(api).value += 1
    set_type(var, wide)
    key = literal_hash(lvalue)
    if key is not None:
        declare_in_binder(api, key, wide)
    check_loop_again(api, var)
