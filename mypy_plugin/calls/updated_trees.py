"""Functions of other libraries that update a tree and keep its dtypes: ``optax.apply_updates(params, updates)``.

A library without type information has no types in mypy, and mypy calls no hook for its functions. So the function is
recognized by its name.

``eqx.apply_updates(model, updates)`` adds the updates without a cast. So only leaves of the widest real dtype keep
their dtype for sure, and only for updates of an optimizer, which has no complex updates for real gradients.
"""

from __future__ import annotations

from mypy.nodes import (
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    Expression,
    Import,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TupleExpr,
    Var,
)
from mypy.types import Instance, Type

from ...dtypes import WEAK_TYPES
from ...system import System
from ..jax_names import ancestors
from ..types.array_types import unfolded
from ..types.operands import as_array, dtypes_of
from ..variables.assignment_record import Site
from ..variables.assignments import assignments_of
from ..variables.keys import Key, key_of

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


def is_update_of_optimizer(tree: MypyFile, updates: Expression) -> bool:
    """Whether a variable only ever holds updates of an optimizer: ``updates, state = optimizer.update(grads, state)``.

    Args:
        tree: the file that contains the variable.
        updates: the variable.
    """
    key = key_of(updates) if isinstance(updates, NameExpr) else None
    sites = [] if key is None else assignments_of(tree).places[key]
    return bool(sites) and all(_is_update(site, key) for site in sites)


def _is_update(site: Site, key: Key | None) -> bool:
    """Whether an assignment gives a variable the first of the two results of an optimizer's method."""
    match site:
        case Site(
            statement=AssignmentStmt(),
            lvalues=[TupleExpr(items=[NameExpr() as variable, _])],
            value=CallExpr(callee=MemberExpr(name=name)),
        ):
            return key_of(variable) == key and name == UPDATE
    return False


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
