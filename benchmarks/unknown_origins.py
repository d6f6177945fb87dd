"""Finds out where unknown dtypes of a program come from: a parameter, an attribute, or a call of some library.

``python -m benchmarks.unknown_origins PROGRAM...`` counts the array expressions of each file or folder and their
origins. Each program is checked alone, with the installed packages of this Python.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncItem,
    GeneratorExpr,
    Import,
    ImportFrom,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    SymbolNode,
)
from mypy.types import CallableType, Instance, Type, get_proper_type

from jaxtyping_promo.cli import dtype_coverage as counting

CONFIG = "[mypy]\nplugins = jaxtyping_promo.mypy_plugin\nignore_missing_imports = True\ncache_dir = {cache}\n"
TABLE = """\
| program | arrays | known | % | keys | origins of unknown dtypes |
| --- | ---: | ---: | ---: | ---: | --- |
"""
MOST_ORIGINS = 4
"""The number of origins in a row of the table."""


class Origins(NamedTuple):
    """The counts of one program.

    Attributes:
        known: array expressions of known dtype.
        keys: random keys, which are not counted.
        unknown: the other array expressions by the origin of their dtype.
    """

    known: int
    keys: int
    unknown: Counter[str]

    def row(self, name: str) -> str:
        """The line of the table."""
        arrays = self.known + self.unknown.total()
        cells = [arrays, self.known, f"{100 * self.known / max(arrays, 1):.1f}", self.keys]
        parts = ", ".join(f"{origin} {n}" for origin, n in self.unknown.most_common(MOST_ORIGINS))
        return f"| {name} | {' | '.join(map(str, cells))} | {parts} |\n"


class _Sources:
    """The values from which the variables of a module get their types."""

    def __init__(self, tree: MypyFile, types: dict[Expression, Type]) -> None:
        self._types = types
        self._parameters: dict[SymbolNode, str] = {}
        self._values: dict[SymbolNode, list[Expression]] = {}
        self._modules: dict[str, str] = {}
        for statement in tree.imports:
            if isinstance(statement, Import):
                self._modules |= {alias or module.partition(".")[0]: module for module, alias in statement.ids}
            elif isinstance(statement, ImportFrom):
                self._modules |= {alias or name: statement.id for name, alias in statement.names}
        for node in counting.nodes_in(tree):
            self._read(node)

    def _read(self, node: Node) -> None:
        if isinstance(node, FuncItem):
            kind = "parameter of a lambda" if isinstance(node, LambdaExpr) else "parameter"
            self._parameters |= {argument.variable: kind for argument in node.arguments}
        targets: list[Expression] = []
        values: list[Expression] = []
        match node:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                values = [counting.of_program(value)]
            case OperatorAssignmentStmt(lvalue=target, rvalue=value) | ForStmt(index=target, expr=value):
                targets, values = [target], [value]
            case GeneratorExpr(indices=targets, sequences=values):
                pass
        names = [n for target in targets for n in counting.nodes_in(target) if isinstance(n, NameExpr) and n.node]
        for name in names:
            assert name.node is not None
            self._values.setdefault(name.node, []).extend(values)

    def origin(self, expression: Expression, seen: frozenset[Node] = frozenset()) -> str:
        """Where the unknown dtype of an expression comes from."""
        expression = counting.of_program(expression)
        if expression in seen:
            return "other"
        seen |= {expression}
        if isinstance(expression, NameExpr) and expression.node is not None:
            values = self._values.get(expression.node, [])
            open_values = [value for value in values if self._is_open(counting.of_program(value))]
            if expression.node in self._parameters and not open_values:
                return self._parameters[expression.node]
            found = [self.origin(value, seen) for value in open_values or values]
            found = [each for each in found if each != "other"]
            return found[0] if found else self._parameters.get(expression.node, "other")
        if isinstance(expression, CallExpr):
            library = self._library(expression.callee)
            if library is not None and library != "jax":
                return f"call of {library}"
            callee = expression.callee.expr if isinstance(expression.callee, MemberExpr) else expression.callee
            pending = [*expression.args, *([] if library == "jax" else [callee])]
        elif isinstance(expression, MemberExpr):
            inner = self.origin(expression.expr, seen) if self._is_open(expression.expr) else "other"
            return inner if inner.startswith(("call of", "parameter")) else "attribute"
        else:
            pending = [node for node in counting.children_of(expression) if isinstance(node, Expression)]
        for inner_expression in pending:
            if self._is_open(inner_expression) or not isinstance(inner_expression, RefExpr):
                inner = self.origin(inner_expression, seen)
                if inner != "other":
                    return inner
        return "function of JAX" if isinstance(expression, CallExpr) and library == "jax" else "other"

    def _is_open(self, expression: Expression) -> bool:
        return counting.kind_of(self._types.get(counting.of_program(expression))) in ("unknown", "untyped")

    def _library(self, callee: Expression) -> str | None:
        """The library whose function, or instance of a class, is called; None for the program's own."""
        root = callee
        while isinstance(root, MemberExpr):
            root = root.expr
        if isinstance(root, NameExpr) and root.name in self._modules:
            return self._modules[root.name].partition(".")[0]
        t = get_proper_type(self._types.get(callee))
        called = t.type.fullname if isinstance(t, Instance) else ""
        if isinstance(t, CallableType) and t.definition is not None:
            called = t.definition.fullname
        library = called.partition(".")[0]
        return library if library and _is_installed(library) else None


def _is_installed(library: str) -> bool:
    return any((Path(folder) / library).exists() for folder in sys.path if folder.endswith("site-packages"))


def origins(path: Path, cache: Path) -> Origins:
    """Count the array expressions of a file, a package or a folder of files, and the origins of the unknown ones."""
    outside = path if path.is_dir() and not (path / "__init__.py").exists() else path.parent
    found = Origins(0, 0, Counter())
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "mypy.ini").write_text(CONFIG.format(cache=cache.resolve()))
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            link = folder / file.relative_to(outside)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file.resolve())
        with chdir(folder):
            files, types = counting.checked(sorted(str(f) for f in Path().rglob("*.py")), plugin=True)
            for module, tree in files.items():
                counts = counting.counted(module, tree, types)
                found = _added(found, counts, _Sources(tree, types), tree, types)
    return found


def _added(
    found: Origins, counts: counting.Coverage, sources: _Sources, tree: MypyFile, types: dict[Expression, Type]
) -> Origins:
    wanted = Counter((place.line, place.column - 1) for place in counts.unknown)
    for node in counting.nodes_in(tree):
        if isinstance(node, Expression) and counting.kind_of(types.get(node)) == "unknown":
            place = node.line, node.column
            if wanted[place]:
                wanted[place] -= 1
                found.unknown[sources.origin(node)] += 1
    return Origins(found.known + counts.known, found.keys + counts.keys, found.unknown)


def main(arguments: list[str]) -> None:
    """Print the table of some programs."""
    total = Origins(0, 0, Counter())
    print(TABLE, end="")
    cache = Path(os.environ.get("MYPY_CACHE_DIR", ".mypy_cache")) / "unknown-origins"
    for path in map(Path, arguments):
        one = origins(path, cache)
        print(one.row(path.stem), end="", flush=True)
        sums = (a + b for a, b in zip(total, one, strict=True))
        total = Origins(*sums)  # type: ignore[arg-type]
    print(total.row("all"))


if __name__ == "__main__":
    main(sys.argv[1:])
