"""Divides the text of a program into the modules that it consists of.

A program is one text, in which a statement such as ``"module: from"`` begins another module. Each module has its
statements on the lines that they have in the text, so that a line stands for one place of the program.

This file is also imported by `execution.py`, and so imports nothing but the standard library.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

MARKERS = {f'"module: {style}"': style for style in ("from", "star", "attribute")}
"""The statements that begin a module, and how the module imports the names of those before it.

``from`` imports the names that it uses, ``star`` imports all names, and ``attribute`` imports modules and reads the names
as their attributes.
"""


def modules_of(name: str, text: str) -> dict[str, str]:
    """The modules of a program by file name, in the order of their imports.

    The last module has the program's name. The program's first imports, type aliases and strings are in all modules.

    Args:
        name: the program's file name, such as ``"p7.py"``.
        text: the program's text.
    """
    if not any(marker in text for marker in MARKERS):
        return {name: text}
    lines = text.splitlines()
    body = ast.parse(text).body
    marks = [node for node in body if lines[node.lineno - 1] in MARKERS]
    begin = next((_first_line(node) for node in body if not _is_header(node)), len(lines) + 1)
    begin = min(begin, marks[0].lineno)
    bounds = [begin, *(mark.lineno for mark in marks), len(lines) + 1]
    files = [f"{name.removesuffix('.py')}_{number}.py" for number in range(len(marks))] + [name]
    texts: dict[str, str] = {}
    places: dict[str, str] = {}  # the module of each name
    for file, first, after in zip(files, bounds, bounds[1:], strict=False):
        nodes = [node for node in body if first <= node.lineno < after]
        part = ["" for _ in range(first - 1)] + lines[first - 1 : after - 1]
        part[: begin - 1] = lines[: begin - 1]
        if texts:
            part[first - 1] = _connect(part, nodes, places, MARKERS[lines[first - 1]])
        texts[file] = "\n".join([*part, ""])
        places |= dict.fromkeys(_bound(nodes), file.removesuffix(".py"))
    return texts


def first_comparable_line(text: str) -> int:
    """The first line of the last module that assigns a variable or an attribute of a module before it; 1 without any.

    mypy checks a module before those that import it, so what they assign is unknown there (`docs/reference/limits.md`).
    If a class before it computes attributes from what is assigned, no line can be compared.
    """
    result = 1
    places: set[str] = set()
    attributes: set[str] = set()
    classes: list[ast.ClassDef] = []
    lines = text.splitlines()
    body = ast.parse(text).body
    marks = [node.lineno for node in body if lines[node.lineno - 1] in MARKERS]
    for first, after in zip([0, *marks], [*marks, len(lines) + 1], strict=True):
        nodes = [node for node in body if first <= node.lineno < after]
        inner = [one for node in nodes for one in ast.walk(node)]
        changed = {name for one in inner if isinstance(one, ast.Global) for name in one.names} & places
        stored = {one.attr for one in inner if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)}
        if changed or (stored | _overridden(inner)) & attributes:
            result = first
        if any(_computes_from(changed | (stored & attributes), one) for one in classes):
            return len(lines) + 1
        places |= {*_bound(nodes)}
        classes += [one for one in inner if isinstance(one, ast.ClassDef)]
        attributes |= stored | {name for one in classes for name in _bound(one.body)}
    return result


def _overridden(nodes: list[ast.AST]) -> set[str]:
    """The attributes to which the bodies of derived classes assign a value."""
    bodies = [one.body for one in nodes if isinstance(one, ast.ClassDef) and one.bases]
    targets = [target for body in bodies for one in body if isinstance(one, ast.Assign) for target in one.targets]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _computes_from(names: set[str], definition: ast.ClassDef) -> bool:
    """Whether a class assigns an attribute a value that it computes from a variable or attribute of these names."""
    assigned = [
        one.value for one in ast.walk(definition) if isinstance(one, ast.Assign | ast.AnnAssign | ast.AugAssign)
    ]
    used = [one for value in assigned if value is not None for one in ast.walk(value)]
    return any(
        (isinstance(one, ast.Name) and one.id in names) or (isinstance(one, ast.Attribute) and one.attr in names)
        for one in used
    )


def _is_header(node: ast.stmt) -> bool:
    """Whether a statement is an import, a string, or the alias of a type."""
    if isinstance(node, ast.Assign):
        return isinstance(node.value, ast.Subscript | ast.Attribute) and ast.unparse(node.value).startswith(
            ("jp.Array[", "jax.Array")
        )
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _first_line(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min(one.lineno for one in (node, *decorators))


def _bound(nodes: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements bind in their module."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        else:
            yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _connect(part: list[str], nodes: Sequence[ast.stmt], places: Mapping[str, str], style: str) -> str:
    """The imports of a module. With the style ``attribute``, each name of another module is changed in its lines."""
    inner = [one for node in nodes for one in ast.walk(node)]
    used = {one.id for one in inner if isinstance(one, ast.Name)}
    used |= {name for one in inner if isinstance(one, ast.Global) for name in one.names}
    names = sorted(used & places.keys())
    if not names:
        return ""
    modules = sorted({places[name] for name in names})
    if style == "star":
        return "; ".join(f"from {module} import *" for module in modules)
    if style == "from":
        return "; ".join(
            f"from {module} import {', '.join(n for n in names if places[n] == module)}" for module in modules
        )
    for one in inner:
        if isinstance(one, ast.Global) and all(name in places for name in one.names):
            line = part[one.lineno - 1]
            part[one.lineno - 1] = line[: one.col_offset] + "pass"
    read = [one for one in inner if isinstance(one, ast.Name) and one.id in places]
    for one in sorted(read, key=lambda one: -one.col_offset):
        line = part[one.lineno - 1]
        alias = places[one.id]
        part[one.lineno - 1] = f"{line[: one.col_offset]}{alias}.{line[one.col_offset :]}"
    return "; ".join(f"import {module}" for module in modules)
