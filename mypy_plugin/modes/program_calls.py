"""Whether a statement may run functions of the program that are defined elsewhere.

Such functions see the values of JAX's options at the time of the call. `switch_flow` asks here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from ...rules.jax_array import RULES
from .module_names import LIBRARIES, Names

METHODS: Final = frozenset((*RULES["jax.Array"], "at", "item", "tolist", "block_until_ready", "add", "multiply")).union(
    *(dir(kind) for kind in (str, bytes, int, float, list, dict, set, tuple))
) - {"update"}
"""The names of methods that are assumed to be methods of arrays or of Python's built-in types."""


def calls_program(node: ast.AST, names: Names, own: frozenset[str], *, imports: bool) -> bool:
    """Whether a node may run functions of the program that are defined elsewhere.

    Args:
        node: a statement or an expression.
        names: the names of the module.
        own: the functions that are defined next to the node.
        imports: whether importing a module of the program counts.
    """
    for each in executed(node):
        match each:
            case ast.Import(names=aliases) if imports:
                if any(alias.name.partition(".")[0] not in LIBRARIES for alias in aliases):
                    return True
            case ast.ImportFrom(module=module, level=level) if imports:
                if level or (module or "").partition(".")[0] not in LIBRARIES:
                    return True
            case ast.Await() | ast.Yield() | ast.YieldFrom():
                return True
            case ast.Call() if _calls_program(each, names, own):
                return True
            case ast.FunctionDef(decorator_list=decorators) | ast.ClassDef(decorator_list=decorators):
                plain = (d for d in decorators if not isinstance(d, ast.Call))
                if any(not names.is_library(d) and not isinstance(d, ast.Attribute) for d in plain):
                    return True
    return False


def _calls_program(call: ast.Call, names: Names, own: frozenset[str]) -> bool:
    """Whether a call may run functions of the program that are defined elsewhere."""
    match call.func:
        case ast.Name(id=name) if name in own:
            return False
        case ast.Call():  # a library function that returns a function, as in `jax.jit(f)(x)`
            return not (names.is_library(call.func.func) and all(_is_own(a, own) for a in call.func.args[:1]))
        case ast.Lambda():
            return False
    if not names.is_library(call.func):
        is_method = isinstance(call.func, ast.Attribute) and names.full(call.func) is None
        return not (is_method and call.func.attr in METHODS)  # type: ignore[attr-defined]
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(_is_function(argument, names) and not _is_own(argument, own) for argument in arguments)


def _is_own(argument: ast.expr, own: frozenset[str]) -> bool:
    """Whether an argument is a lambda or one of the functions `own`."""
    return isinstance(argument, ast.Lambda) or (isinstance(argument, ast.Name) and argument.id in own)


def _is_function(argument: ast.expr, names: Names) -> bool:
    """Whether an argument may be a function of the program."""
    if isinstance(argument, ast.Name) and argument.id in names.functions:
        return True
    full = names.full(argument)
    return full is not None and not names.is_library(argument)


def executed(node: ast.AST) -> Iterator[ast.AST]:
    """A node and the nodes inside it, without the bodies of functions."""
    yield node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inside: list[ast.AST] = [*node.decorator_list, node.args]
    elif isinstance(node, ast.Lambda):
        inside = [node.args]
    else:
        inside = [*ast.iter_child_nodes(node)]
    for child in inside:
        yield from executed(child)
