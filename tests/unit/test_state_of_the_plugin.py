"""Modules of the plugin keep no state of a run. The plugin owns it, and `run_state` gives modules access to it.

A variable of a module may be a stack that a ``with`` block fills and empties again. `STACKS` lists them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PLUGIN = Path(__file__).parents[2] / "mypy_plugin"

REBOUND = {"__init__.py": {"__version__"}}
"""Variables that functions assign: mypy reads the version of a plugin from its module."""
STACKS = {
    "transformations/lambda_calls.py": {"_PROGRAM_ARGUMENTS", "_PROGRAM_EXPRESSIONS"},
    "types/expression_types.py": {"_FINAL", "_TRIALS"},
}
CHANGING = ("append", "add", "clear", "discard", "extend", "insert", "pop", "remove", "setdefault", "update")
"""Methods that change a container."""


def variables(tree: ast.Module) -> set[str]:
    """The variables of a module."""
    targets: list[ast.expr] = []
    for node in tree.body:
        targets += node.targets if isinstance(node, ast.Assign) else ()
        targets += [node.target] if isinstance(node, ast.AnnAssign) else ()
    return {target.id for target in targets if isinstance(target, ast.Name)}


def rebound(tree: ast.Module) -> set[str]:
    """The variables that functions assign."""
    return {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}


def changed(tree: ast.Module) -> Iterator[str]:
    """The variables whose containers functions change."""
    own = variables(tree)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            match node:
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in own:
                    yield name
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
                    if name in own and method in CHANGING:
                        yield name
                case ast.AugAssign(target=ast.Name(id=name)) if name in own:
                    yield name


def test_modules_keep_no_state():
    found: dict[str, dict[str, set[str]]] = {"rebound": {}, "changed": {}}
    for path in PLUGIN.rglob("*.py"):
        name, tree = path.relative_to(PLUGIN).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        found["rebound"] |= {name: names} if (names := rebound(tree)) else {}
        found["changed"] |= {name: names} if (names := {*changed(tree)} - rebound(tree)) else {}
    assert found == {"rebound": REBOUND, "changed": STACKS}
