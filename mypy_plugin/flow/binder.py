"""Declares variables and changes their types, in mypy's symbols and in its binder.

mypy's binder knows the type that each variable has after each statement.
"""

from __future__ import annotations

from mypy.literals import literal_hash
from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type, get_proper_type

from ..mypy_compat import check_loop_again, declare_in_binder, stored_type


def declare(lvalue: Expression, var: Var, wide: Type) -> None:
    """Declare the type of a variable before its first assignment, so that mypy does not infer it."""
    var.type, var.is_ready = wide, True
    if isinstance(lvalue, NameExpr | MemberExpr):
        lvalue.is_inferred_def = False


_redeclared = 0


def redeclarations() -> int:
    """The number of calls of `redeclare` so far."""
    return _redeclared


def redeclare(api: CheckerPluginInterface, lvalue: NameExpr | MemberExpr, var: Var, wide: Type) -> None:
    """Widen the declared type of a variable; mypy checks an enclosing loop again if it used the variable before."""
    global _redeclared
    _redeclared += 1
    var.type = wide
    key = literal_hash(lvalue)
    if key is not None:
        declare_in_binder(api, key, wide)
    check_loop_again(api, var)


def variable(api: CheckerPluginInterface, lvalue: Expression) -> Var | None:
    """The variable or attribute that an expression names, or None."""
    match lvalue:
        case NameExpr(node=Var() as var):
            return var
        case MemberExpr(name=name, expr=owner) if lvalue.def_var is None and (t := stored_type(api, owner)) is not None:
            instance = get_proper_type(t)
            symbol = instance.type.get(name) if isinstance(instance, Instance) else None
            return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None
    return lvalue.def_var if isinstance(lvalue, MemberExpr) else None
