"""Records the dtypes of every executed array expression of a program."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable
from typing import Any

from . import positions
from .expressions import RECORDER, rewritten
from .operands import dtype_name

NOTHING, JAX, NUMPY = range(3)
"""The kinds of values: no array, an array of JAX or a tracer, an array or scalar of NumPy."""


class Values:
    """The dtypes of the values of expressions, over all executions."""

    def __init__(self) -> None:
        self._extents: list[tuple[str, int, int, int, int, str]] = []
        self._seen: list[set[tuple[str, bool, str]]] = []
        self._kinds: dict[type, int] = {}
        self._writes_bytecode = not sys.dont_write_bytecode

    def compiled(self, source: bytes | str, filename: str) -> Any:
        """Compile the source of a module so that its expressions are recorded."""
        known = len(self._extents)
        try:
            tree = self.rewrite(ast.parse(source, filename), filename)
            return compile(tree, filename, "exec", dont_inherit=True)
        except RecursionError:  # the added calls nest too deeply
            del self._extents[known:], self._seen[known:]
            return compile(source, filename, "exec", dont_inherit=True)

    def rewrite(self, tree: ast.Module, filename: str, *, in_assertions: bool = True) -> ast.Module:
        """Rewrite a module so that its expressions are recorded.

        Args:
            tree: the module; its nodes are changed.
            filename: its file.
            in_assertions: whether what ``assert`` tests is recorded, too.
        """

        def numbered(node: ast.expr) -> int:
            assert node.end_lineno is not None and node.end_col_offset is not None
            place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
            self._extents.append((filename, *place, type(node).__name__))
            self._seen.append(set())
            return len(self._extents) - 1

        return rewritten(tree, numbered, in_assertions=in_assertions)

    def install(self) -> None:
        """Make the recorder known to rewritten modules. It stays, since their functions may run after the program."""
        self._writes_bytecode = not sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # what is compiled for a trace is of no use without it
        setattr(builtins, RECORDER, self._recorder())

    def uninstall(self) -> None:
        """Stop recording. Rewritten functions go on to work."""
        sys.dont_write_bytecode = not self._writes_bytecode
        setattr(builtins, RECORDER, _passed_on)

    def _recorder(self) -> Callable[[int, Any], Any]:
        kinds, seen = self._kinds, self._seen

        def record(number: int, value: Any) -> Any:
            kind = kinds.get(type(value))
            if kind is None:
                kind = self._kind(value)
            if kind == JAX:
                aval = value.aval
                if type(aval).__name__ == "ShapedArray":  # not the reference of an array
                    seen[number].add((dtype_name(aval.dtype), bool(aval.weak_type), "jax"))
            elif kind == NUMPY:
                seen[number].add((dtype_name(value.dtype), False, "numpy"))
            return value

        return record

    def _kind(self, value: Any) -> int:
        """The kind of a value, which its class decides."""
        kind = NOTHING
        numpy, jax = sys.modules.get("numpy"), sys.modules.get("jax")
        if numpy is not None and issubclass(type(value), numpy.ndarray | numpy.generic):
            kind = NUMPY
        elif jax is not None and "jax._src.core" in sys.modules:
            core = sys.modules["jax._src.core"]
            if isinstance(value, core.Tracer) or issubclass(type(value), core.Array):
                kind = JAX
        self._kinds[type(value)] = kind
        return kind

    def rows(self) -> list[dict[str, Any]]:
        """The records for JSON, in the order of the files and lines."""
        rows: dict[tuple[Any, ...], set[tuple[str, bool, str]]] = {}
        for (filename, line, column, end_line, end_column, name), seen in zip(self._extents, self._seen, strict=True):
            if seen:
                position = positions.of_extent(filename, line, column, end_line, end_column)
                rows.setdefault((*position, name), set()).update(seen)
        return [
            {
                "path": path, "line": line, "column": column, "end_line": end_line, "end_column": end_column,
                "expression": name,
                "dtypes": [{"dtype": dtype, "weak": weak, "kind": kind} for dtype, weak, kind in sorted(seen)],
            }
            for (path, line, column, end_line, end_column, name), seen in sorted(rows.items(), key=lambda row: row[0])
        ]  # fmt: skip


def _passed_on(number: int, value: Any) -> Any:
    """The recorder after the end of a trace."""
    return value
