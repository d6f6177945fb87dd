"""Definitions: the syntax of a function, with the facts that follow from it alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from .syntax import children, nodes_outside

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

MOST_MODULES = 64
"""The most modules whose qualified names are kept."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class Definition:
    """A function of the program. There is one object for each syntax node, so definitions compare by identity.

    Attributes:
        node: the function's syntax.
        path: its file.
        module: the name of its module.
        is_async: whether it is an ``async def``.
        body: the statements; of a lambda, the return of its expression.
        names: the parameters that can be passed by position, in their order.
        keyword_only: the parameters that are passed by name.
    """

    __slots__ = (
        *("_is_generator", "_returns_nothing", "_tree", "body", "is_async", "keyword_only"),
        *("module", "names", "node", "path"),
    )

    def __init__(self, node: FunctionNode, path: str, module: str, tree: ast.Module) -> None:
        self.node, self.path, self.module, self._tree = node, path, module, tree
        self._is_generator: bool | None = False if isinstance(node, ast.Lambda) else None
        self._returns_nothing: bool | None = None
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

    @property
    def qualname(self) -> str:
        """The function's name with the names of the enclosing functions and classes."""
        return qualified_names(self._tree).get(id(self.node), self.name)

    @property
    def is_generator(self) -> bool:
        """Whether the function's own body contains a ``yield``."""
        if self._is_generator is None:
            nodes = nodes_outside_of_functions(self.body)
            self._is_generator = any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in nodes)
        return self._is_generator

    @property
    def is_coroutine(self) -> bool:
        """Whether a call of the function makes a coroutine. An async function with a ``yield`` makes a generator."""
        return self.is_async and not self.is_generator

    @property
    def returns_nothing(self) -> bool:
        """Whether every ``return`` gives None or False, so that an ``__exit__`` lets exceptions pass."""
        if self._returns_nothing is None:
            values = [each.value for each in ast.walk(self.node) if isinstance(each, ast.Return)]
            self._returns_nothing = all(
                value is None or (isinstance(value, ast.Constant) and not value.value) for value in values
            )
        return self._returns_nothing

    @property
    def is_abstract(self) -> bool:
        """Whether a decorator of the function is ``abstractmethod``."""
        decorators = [] if isinstance(self.node, ast.Lambda) else self.node.decorator_list
        return any(ast.unparse(each).rpartition(".")[2] == "abstractmethod" for each in decorators)

    @property
    def is_only_declared(self) -> bool:
        """Whether it is an abstract method without a body of its own, so that a method of a derived class runs."""
        return all(map(does_nothing, self.body)) and self.is_abstract

    @property
    def parameters(self) -> Iterator[tuple[ast.arg, ast.expr | None]]:
        """The parameters that can be passed by position, and those that are passed by name, with their defaults."""
        arguments = self.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        without_default = [None] * (len(positional) - len(arguments.defaults))
        yield from zip(positional, [*without_default, *arguments.defaults], strict=True)
        yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)

    @property
    def returned(self) -> list[ast.expr]:
        """The expressions behind ``return`` in the function's own body, in their order."""
        nodes = nodes_outside_of_functions(self.body)
        return [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]

    def __repr__(self) -> str:
        return f"<Definition {self.module}.{self.qualname}>"


def does_nothing(statement: ast.stmt) -> bool:
    """Whether a statement only documents, raises an error, or is a ``pass`` or ``...``."""
    is_constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_constant or isinstance(statement, (ast.Pass, ast.Raise))


@lru_cache(MOST_MODULES)
def qualified_names(tree: ast.AST) -> dict[int, str]:
    """The names of a module's functions with those of the enclosing functions and classes, by their syntax nodes."""
    found: dict[int, str] = {}
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in children(node):
            inner = prefix
            if isinstance(child, _SCOPES):
                name = "<lambda>" if isinstance(child, ast.Lambda) else child.name
                found[id(child)] = f"{prefix}{name}"
                inner = f"{prefix}{name}."
            pending.append((child, inner))
    return found


def nodes_outside_of_functions(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The syntax nodes in a body, in their order, without those inside of functions and classes in it."""
    return nodes_outside(_SCOPES, body)
