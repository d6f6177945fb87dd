"""The values whose attributes and items may have known dtypes, by the form of their expression alone."""

from __future__ import annotations

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    Var,
)

from ..transformations.loops import LOOPS
from ..transformations.transformed_calls import DIFFERENTIATED, EVAL_SHAPE
from ..trees.branch_results import BRANCHES
from ..variables.assignment_marker import inner_value
from ..variables.assignment_record import CONSTRUCTORS
from ..variables.assignments import assignments_of
from ..variables.keys import Function, flattened, key_of

WITHOUT_PARTS = ("jax.", "numpy.", "builtins.", "math.", "time.", "functools.")
"""The prefixes of functions whose results have no attributes or items of the program's."""
WITH_PARTS = ("jax.tree", "jax._src.tree", *DIFFERENTIATED, EVAL_SHAPE, *LOOPS, *BRANCHES)
"""The prefixes of functions among them whose results may be trees of the program's."""

PASSING_ITEMS = frozenset(f"builtins.{name}" for name in ("iter", "list", "next", "tuple"))
"""The functions of Python whose results have the items of their argument."""


def may_need_note(statement: AssignmentStmt, function: Function) -> bool:
    """Whether an assignment may change the known parts of a variable or attribute."""
    lvalues = [*flattened(statement.lvalues)]
    if any(isinstance(lvalue, IndexExpr) for lvalue in lvalues):
        return True
    if isinstance(function, FuncDef) and isinstance(inner_value(statement.rvalue), ListComprehension):
        return True
    if isinstance(function, FuncDef) and any(map(_is_own_attribute, lvalues)):
        if function.type is None:
            return True  # for mypy, such an attribute may hold anything
        value = inner_value(statement.rvalue)
        if function.name in CONSTRUCTORS and isinstance(value, ConditionalExpr | ListExpr | ListComprehension):
            return True
    return _may_have_parts(inner_value(statement.rvalue)) and getattr(statement, "is_alias_def", False) is False


def _is_own_attribute(lvalue: Expression) -> bool:
    """Whether an expression is ``self.name``."""
    return isinstance(lvalue, MemberExpr) and _is_self(lvalue.expr)


def _is_self(expression: Expression) -> bool:
    node = expression.node if isinstance(expression, NameExpr) else None
    return isinstance(node, Var) and node.is_self


def _may_have_parts(value: Expression) -> bool:
    """Whether a value may have attributes or items of known dtype."""
    match value:
        case CallExpr(callee=RefExpr(fullname=fullname)) if fullname in PASSING_ITEMS:
            return True
        case CallExpr(analyzed=None, callee=RefExpr(fullname=fullname)):
            return not fullname.startswith(WITHOUT_PARTS) or fullname.startswith(WITH_PARTS)
        case CallExpr(analyzed=DictExpr()):
            return False
        case CallExpr(analyzed=None):
            return True
        case DictExpr(items=pairs):
            return bool(pairs)
        case TupleExpr(items=items):
            return any(map(_may_have_parts, map(inner_value, items)))
        case NameExpr(node=TypeInfo()) | MemberExpr(node=TypeInfo()):
            return False
        case NameExpr() | MemberExpr() | IndexExpr(index=StrExpr()):
            return True
    return False


def may_have_items(tree: MypyFile, rows: Expression) -> bool:
    """Whether a loop iterates over the result of a call, which may be that of a generator, also through a variable."""
    if isinstance(rows, NameExpr):
        key = key_of(rows)
        rows = inner_value(assignments_of(tree).functions.get(key, rows)) if key is not None else rows
    match rows:
        case CallExpr(analyzed=None, callee=RefExpr(fullname=fullname)):
            return fullname in PASSING_ITEMS or not fullname.startswith(WITHOUT_PARTS)
    return False
