"""Lets a module replace a dtype of its own: ``DTYPE = jnp.float32``, and then ``DTYPE = jnp.bfloat16``.

The stubs declare dtypes as classes, so mypy takes the first assignment for a type alias, and reports the second. JAX
itself declares them as objects. So the name is declared as `Any`, if the module assigns it again in any place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Expression,
    FuncDef,
    GlobalDecl,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
)
from mypy.types import AnyType, TypeOfAny

from ...dtypes import DTYPES
from ..syntax_tree import nodes_in
from ..variables.keys import flattened, targets_of
from .jaxtyping_imports import Imports, imports_of

MODULES = ("jax.numpy", "jaxtyping_promo", "jaxtyping_promo.dtypes")
"""The modules that declare dtypes as classes."""


def declare_replaced_dtypes(tree: MypyFile) -> None:
    """Declare the module's variables that first hold a dtype, and are assigned again.

    Args:
        tree: a file that mypy has just parsed.
    """
    imports = imports_of(tree)
    if tree.is_stub or not _may_have_dtypes(imports):
        return
    statements = [*nodes_in(tree.defs, without=(FuncDef, LambdaExpr, ClassDef))]
    firsts: dict[str, AssignmentStmt] = {}
    for statement in statements:
        if isinstance(statement, AssignmentStmt):
            for target in flattened(statement.lvalues):
                if isinstance(target, NameExpr):
                    firsts.setdefault(target.name, statement)
    dtypes: dict[str, AssignmentStmt] = {}
    for name, first in firsts.items():
        value = first.rvalue
        if _is_dtype(value, imports) or (isinstance(value, NameExpr) and value.name in dtypes):
            dtypes[name] = first
    if not dtypes:
        return
    assigned = Counter(
        target.name for node in statements for target in targets_of(node) if isinstance(target, NameExpr)
    )
    assigned.update(_names_of_global_statements(tree.defs))
    for name, first in dtypes.items():
        if assigned[name] > 1 and first.unanalyzed_type is None and len(first.lvalues) == 1:
            first.unanalyzed_type = AnyType(TypeOfAny.special_form)


def _may_have_dtypes(imports: Imports) -> bool:
    """Whether a file imports JAX or this package."""
    modules = (*imports.modules.values(), *(behind[0] for behind in imports.names.values() if behind is not None))
    return any(module.partition(".")[0] in ("jax", "jaxtyping_promo") for module in modules)


def _is_dtype(value: Expression, imports: Imports) -> bool:
    """Whether an expression names a dtype class of the stubs."""
    match value:
        case MemberExpr(expr=owner, name=name):
            return name in DTYPES and _module_named(owner, imports) in MODULES
        case NameExpr(name=name):
            behind = imports.names.get(name)
            return behind is not None and behind[1] in DTYPES and behind[0] in MODULES
    return False


def _module_named(expression: Expression, imports: Imports) -> str | None:
    """The full name of the module that an expression names, or None."""
    match expression:
        case MemberExpr(expr=owner, name=name):
            outer = _module_named(owner, imports)
            return None if outer is None else f"{outer}.{name}"
        case NameExpr(name=name):
            behind = imports.names.get(name)
            return imports.modules.get(name) if behind is None else ".".join(behind)
    return None


def _names_of_global_statements(statements: Sequence[Node]) -> Iterator[str]:
    """The names that functions declare as global, in order to assign them."""
    for node in nodes_in(statements):
        if isinstance(node, GlobalDecl):
            yield from node.names
