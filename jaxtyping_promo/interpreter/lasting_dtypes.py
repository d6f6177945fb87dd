"""The dtypes of expressions that no importer of a module can change."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

from .definitions import nodes_outside_of_functions, takes_arguments
from .source_texts import source_of

if TYPE_CHECKING:
    from .run import Run

Position: TypeAlias = tuple[int, int, int | None, int | None]
"""The first line and column of an expression, and the last ones."""


def lasting_dtypes(run: Run, path: str) -> dict[Position, str]:
    """The dtypes of arrays at the top level of a module, and in functions there that take no arguments.

    Each has one dtype whenever the module runs, if the run was made `for_importers`. In other functions, dtypes may
    depend on callers elsewhere.
    """
    source = source_of(run, path)
    found: dict[Position, str] = {}
    if source is None:
        return found
    functions = (one for one in source.tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    bodies = [source.tree.body, *(one.body for one in functions if not takes_arguments(one))]
    for node in (node for body in bodies for node in nodes_outside_of_functions(body)):
        record = run.records.expressions.get(id(node))
        if record is None or not isinstance(node, ast.expr) or len(record.arrays) != 1:
            continue
        if not record.causes and not record.numpy and not record.is_other:
            found[node.lineno, node.col_offset, node.end_lineno, node.end_col_offset] = next(iter(record.arrays))
    return found
