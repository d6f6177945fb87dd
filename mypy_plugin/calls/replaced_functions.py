"""Functions and methods of other modules that a file replaces: ``lib.act = fast``, or by an import in ``except``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Decorator, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, RefExpr, SymbolNode, TypeInfo

from ..per_file_cache import OfFiles
from ..variables.assignments import assignments_of


def _replaced(tree: MypyFile) -> frozenset[str]:
    """The full names of the functions and methods that a file replaces."""
    nodes = (node for target in assignments_of(tree).targets_everywhere() for node in _nodes(target))
    return frozenset(node.fullname for node in nodes if isinstance(node, FuncDef | Decorator))


def _nodes(lvalue: Expression) -> Iterator[SymbolNode]:
    """What the target of an assignment names: a name, an attribute of a module, or an attribute of a class."""
    match lvalue:
        case NameExpr(node=node) | MemberExpr(node=node) if node is not None:
            yield node
        case MemberExpr(expr=RefExpr(node=TypeInfo() as info), name=name) if (symbol := info.get(name)) is not None:
            if symbol.node is not None:
                yield symbol.node


replaced_functions = OfFiles(_replaced)
