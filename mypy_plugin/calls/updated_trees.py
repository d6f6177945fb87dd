"""Functions of other libraries that update a tree and keep its dtypes: ``optax.apply_updates(params, updates)``.

A library without type information has no types in mypy, and mypy calls no hook for its functions. So the function is
recognized by its name.

``eqx.apply_updates(model, updates)`` adds the updates without a cast. So only leaves of the widest real dtype keep
their dtype for sure, and only for updates of an optimizer, which has no complex updates for real gradients.
"""

from __future__ import annotations

from mypy.nodes import (
    ARG_POS,
    Argument,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncItem,
    Import,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    TupleExpr,
    Var,
)
from mypy.types import Instance, Type

from ...dtypes import WEAK_TYPES
from ...system import System
from ..jax_names import ancestors
from ..syntax_tree import children
from ..types.array_types import unfolded
from ..types.operands import as_array, dtypes_of
from ..variables.assignment_marker import inner_value
from ..variables.keys import flattened

UPDATING = {
    "optax.apply_updates": "params",
    "optax._src.update.apply_updates": "params",
}
"""The parameter whose tree the function updates, by full name. Each leaf is cast to the dtype that it had before."""

ADDING = frozenset(("equinox._update.apply_updates",))
"""The functions that add updates, their second argument, to the leaves of their first argument."""
UPDATE = "update"
"""The method of an optimizer that returns updates and its next state."""


def updated_tree(tree: MypyFile, call: CallExpr) -> Expression | None:
    """The argument whose leaves the result of a call updates; None for other calls.

    Args:
        tree: the file that contains the call.
        call: the call.
    """
    parameter = UPDATING.get(_fullname(tree, call.callee))
    if parameter is None or not call.args or any(kind.is_star() for kind in call.arg_kinds):
        return None
    if call.arg_kinds[0] == ARG_POS:
        return call.args[0]
    return next((value for value, name in zip(call.args, call.arg_names, strict=True) if name == parameter), None)


def is_update_of_optimizer(function: FuncItem | None, updates: Expression) -> bool:
    """Whether a variable only ever holds updates of an optimizer: ``updates, state = optimizer.update(grads, state)``.

    Args:
        function: the function that contains the variable.
        updates: the variable.
    """
    if function is None or not isinstance(updates, NameExpr):
        return False
    found = False
    pending: list[Node | Argument] = [function.body]
    while pending:
        node = pending.pop()
        match node:
            case AssignmentStmt(lvalues=[TupleExpr(items=[NameExpr(node=Var() as var), _])], rvalue=value) if (
                var is updates.node
            ):
                called = inner_value(value)
                if not isinstance(called, CallExpr) or not isinstance(called.callee, MemberExpr):
                    return False
                if called.callee.name != UPDATE:
                    return False
                found = True
                continue
            case NameExpr(node=Var() as var, is_new_def=True) if var is updates.node:
                return False
            case AssignmentStmt(lvalues=lvalues) if any(_is_variable(t, updates) for t in flattened(lvalues)):
                return False
        pending += children(node)
    return found


def _is_variable(target: Node, variable: NameExpr) -> bool:
    return isinstance(target, NameExpr) and target.node is variable.node


def keeps_dtype(t: Type, system: System) -> bool:
    """Whether an array keeps its dtype when any real array is added to it."""
    if not is_strong_array(t):
        return False
    array = unfolded(t)
    nodes = dtypes_of(array) or () if isinstance(array, Instance) else ()
    others = [
        node for node in system.nodes if node not in system.truncated and "complexfloating" not in ancestors(node)
    ]
    return bool(nodes) and all(system.promote(node, other) in (node, None) for node in nodes for other in others)


def _fullname(tree: MypyFile, callee: Expression) -> str:
    """The full name of a function, also if its module has no types: mypy makes a variable of each imported name."""
    if not isinstance(callee, RefExpr):
        return ""
    if isinstance(callee, MemberExpr) and not callee.fullname:
        module = _imported(tree, callee.expr)
        return f"{module}.{callee.name}" if module else ""
    return _imported(tree, callee) or callee.fullname


def _imported(tree: MypyFile, name: Expression) -> str:
    """The full name of a module or function without types, by the import statements of the file."""
    if not isinstance(name, NameExpr) or not isinstance(name.node, Var) or not name.node.is_suppressed_import:
        return ""
    found: set[str] = set()
    for statement in tree.imports:
        if isinstance(statement, Import):
            found |= {module for module, alias in statement.ids if (alias or module) == name.name}
        elif isinstance(statement, ImportFrom) and not statement.relative:
            found |= {f"{statement.id}.{inner}" for inner, alias in statement.names if (alias or inner) == name.name}
    return found.pop() if len(found) == 1 else ""


def is_strong_array(t: Type) -> bool:
    """Whether a type is an array of a known dtype that is not weak. The update makes a weak leaf strong."""
    array = unfolded(t)
    dtypes = dtypes_of(array) if isinstance(array, Instance) and as_array(array) is not None else None
    return dtypes is not None and not any(dtype in WEAK_TYPES for dtype in dtypes)
