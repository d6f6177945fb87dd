"""Inserts statements into a program, so that a comparison of two checkers sees more of its types.

The statements are calls of `reveal_type`, and second assignments, because of which the plugin follows a variable.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

MOST = 6
"""The largest number of variables that one place reveals."""


def with_reveals(text: str) -> str:
    """The program with a call of `reveal_type` behind each assignment, and in and behind each branch.

    A place that does not begin its own line gets none.
    """
    lines = text.split("\n")
    inserted: defaultdict[int, list[str]] = defaultdict(list)
    for line, place, names in _places(ast.parse(text)):
        own = lines[place.lineno - 1]
        indent = own[: place.col_offset]
        if indent.strip() or own[place.col_offset :].startswith("elif"):
            continue
        inserted[line] += [f"{indent}reveal_type({name})" for name in names[:MOST]]
    for line in sorted(inserted, reverse=True):  # the end of an inner block comes before the end of the outer one
        lines[line:line] = sorted(dict.fromkeys(inserted[line]), key=lambda one: one.index("reveal_type"), reverse=True)
    return "\n".join(lines)


def with_second_assignments(text: str) -> str:
    """The program with an assignment ``x = x`` for each variable of a function or module, at the end of its body."""
    lines = text.split("\n")
    ends: defaultdict[int, list[str]] = defaultdict(list)
    tree = ast.parse(text)
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module) or not scope.body:
            continue
        last = scope.body[-1]
        indent = lines[last.lineno - 1][: last.col_offset]
        if not indent.strip() and not getattr(last, "decorator_list", []):
            names = dict.fromkeys(_assigned(scope))
            # A function that ends with the text is visited after the module, and its lines come first.
            ends[last.end_lineno or 0][:0] = [f"{indent}{name} = {name}" for name in names]
    for line in sorted(ends, reverse=True):
        lines[line:line] = ends[line]
    return "\n".join(lines)


def _assigned(scope: ast.AST) -> Iterator[str]:
    """The variables of a function or module that it assigns itself."""
    for node in ast.iter_child_nodes(scope):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
        if not isinstance(node, (*_SCOPES, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _assigned(node)


def _places(tree: ast.Module) -> Iterator[tuple[int, ast.stmt, list[str]]]:
    """The lines behind which variables are revealed, a statement with the same indentation, and the variables."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                yield node.end_lineno or 0, node, [name for target in targets for name in _names(target)]
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target, value=ast.expr()):
                yield node.end_lineno or 0, node, _names(target)
            case ast.If(test=test) | ast.While(test=test):
                yield from _branches(node, _names(test), [node.body, node.orelse])
            case ast.For(target=target):
                yield from _branches(node, _names(target), [node.body, node.orelse])
            case ast.Match(subject=subject, cases=cases):
                yield from _branches(node, _names(subject), [case.body for case in cases])
            case ast.Assert(test=test):
                yield node.end_lineno or 0, node, _names(test)


def _branches(
    node: ast.stmt, names: list[str], bodies: list[list[ast.stmt]]
) -> Iterator[tuple[int, ast.stmt, list[str]]]:
    for body in bodies:
        if body and body[0].lineno > node.lineno and not getattr(body[0], "decorator_list", []):
            yield body[0].lineno - 1, body[0], names
    yield node.end_lineno or 0, node, names


def _names(node: ast.expr) -> list[str]:
    """The variables and attributes that an expression names, but no function that it calls."""
    called = {call.func for call in ast.walk(node) if isinstance(call, ast.Call)}
    inner = {id(one) for scope in ast.walk(node) if isinstance(scope, _SCOPES) for one in ast.walk(scope)}
    return list(
        dict.fromkeys(
            ast.unparse(one)
            for one in ast.walk(node)
            if isinstance(one, ast.Name | ast.Attribute) and one not in called and id(one) not in inner
        )
    )


_SCOPES = (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
"""The expressions with variables of their own."""
