"""The cases written by hand: the files of `truths/`. Another test executes every line with JAX.

A checker reveals each asserted type, so that an unknown answer differs from a wrong one. ``# or:`` states another right
answer for a checker without the plugin. ``# theirs`` means that the stub of another package answers.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from checkers.checker import shortest

from .case import Case
from .program import Program

FOLDER = Path(__file__).parents[1] / "truths"
OURS = "dtype-promotion"
"""The plugin's error code. Without the plugin, a rejected expression has the type `Array[Never]` or `Never`."""
REJECTED = re.compile(r"# E: ([\w-]+)")
OTHER = re.compile(r"# or: ([^#]+)")
HEAD = """\


def maybe() -> bool:
    return bool(1)
"""


def files() -> list[Path]:
    """The files."""
    return sorted(FOLDER.glob("*.py"))


def programs() -> Iterator[Program]:
    """A program for each file. It has the same lines, and `maybe` after them."""
    for file in files():
        text = file.read_text()
        tree, lines, where = ast.parse(text), text.splitlines(), {}
        aliases = _Aliases(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt) and not hasattr(node, "body"):
                case = _line(node, lines[node.lineno - 1], file.stem.replace("_", " "), aliases)
                if case:
                    lines[node.lineno - 1], where[node.lineno] = case
        yield Program(file.name, "\n".join([*lines, HEAD]), where, file.stem.replace("_", " "))


def _line(node: ast.stmt, line: str, group: str, aliases: _Aliases) -> tuple[str, Case] | None:
    indent = " " * node.col_offset
    rejected, other, claimed = REJECTED.search(line), OTHER.search(line), "# theirs" in line
    other = other[1] if other else ""
    call = node.value if isinstance(node, ast.Expr) else None
    if rejected:
        code = ast.unparse(call or node)
        if call is None or rejected[1] != OURS:
            return line, Case(group, code, None, statement=True)
        return f"{indent}if maybe(): reveal_type({code})", Case(group, code, None, other=other, claimed=claimed)
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "assert_type":
        code, stated = ast.unparse(call.args[0]), ast.unparse(aliases.visit(call.args[1]))
        return f"{indent}if maybe(): reveal_type({code})", Case(group, code, None, (), shortest(stated), other, claimed)
    return None


class _Aliases(ast.NodeTransformer):
    """Replaces a file's type aliases by the types."""

    def __init__(self, tree: ast.Module) -> None:
        assigned = (n for n in tree.body if isinstance(n, ast.Assign) and not isinstance(n.value, ast.Call))
        self.types = {target.id: n.value for n in assigned for target in n.targets if isinstance(target, ast.Name)}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.types.get(node.id, node)
