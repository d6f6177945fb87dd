"""Definitions: the syntax of a function, with the facts that follow from it alone."""

from __future__ import annotations

import ast
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class Definition:
    """A function of the program. There is one object for each syntax node, so definitions compare by identity.

    Attributes:
        node: the function's syntax.
        path: its file.
        module: the name of its module.
        qualname: its name with the names of the enclosing functions and classes.
        is_generator: whether the body yields.
        is_async: whether it is a coroutine.
        body: the statements; of a lambda, the return of its expression.
        names: the parameters that can be passed by position, in their order.
        keyword_only: the parameters that are passed by name.
    """

    __slots__ = ("body", "is_async", "is_generator", "keyword_only", "module", "names", "node", "path", "qualname")

    def __init__(self, node: FunctionNode, path: str, module: str, qualname: str) -> None:
        self.node, self.path, self.module, self.qualname = node, path, module, qualname
        self.is_generator = not isinstance(node, ast.Lambda) and _yields(node)
        self.is_async = isinstance(node, ast.AsyncFunctionDef)
        self.names = tuple(each.arg for each in (*node.args.posonlyargs, *node.args.args))
        self.keyword_only = tuple(each.arg for each in node.args.kwonlyargs)
        self.body: list[ast.stmt]
        if isinstance(node, ast.Lambda):
            self.body = [ast.copy_location(ast.Return(node.body), node.body)]
        else:
            self.body = node.body

    @property
    def name(self) -> str:
        """The function's own name."""
        return "<lambda>" if isinstance(self.node, ast.Lambda) else self.node.name

    def __repr__(self) -> str:
        return f"<Definition {self.module}.{self.qualname}>"


def qualified_names(tree: ast.AST) -> dict[int, str]:
    """The names of a module's functions with those of the enclosing functions and classes, by their syntax nodes."""
    found: dict[int, str] = {}
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in ast.iter_child_nodes(node):
            inner = prefix
            if isinstance(child, _SCOPES):
                name = "<lambda>" if isinstance(child, ast.Lambda) else child.name
                found[id(child)] = f"{prefix}{name}"
                inner = f"{prefix}{name}."
            pending.append((child, inner))
    return found


def _yields(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function's own body contains a ``yield``."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        each = pending.pop()
        if isinstance(each, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(each, _SCOPES):
            pending.extend(ast.iter_child_nodes(each))
    return False
