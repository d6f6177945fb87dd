"""The dtypes that expressions have for every caller, unless an importer assigns attributes of the module."""

from __future__ import annotations

import ast
from functools import reduce
from typing import TYPE_CHECKING

from .definitions import nodes_outside_of_functions
from .dtypes_at_places import Dtypes, Position, merged
from .importer_contexts import ImporterContexts
from .records import ExpressionRecord
from .source_texts import source_of

if TYPE_CHECKING:
    from .run import Run


def lasting_dtypes(run: Run, path: str, importers: ImporterContexts | None) -> dict[Position, Dtypes]:
    """The dtypes of arrays at the top level of a module, and in functions there whoever calls them.

    Args:
        run: the run.
        path: the file.
        importers: what is known of the functions in it.

    Returns: The one dtype of each expression that has one whenever the code runs. Statements that store into an object
        are left out: mypy has inferred the type of the attribute from its first value, perhaps in another module.
    """
    source = source_of(run, path) if not run.cut_entries else None  # what was cut may have changed anything
    found: dict[Position, Dtypes] = {}
    if source is None:
        return found
    tables = [run.records.expressions]
    bodies = [source.tree.body]
    if importers is not None:
        tables.append(importers.records.expressions)
        bodies += (node.body for node in importers.lasting if not isinstance(node, ast.Lambda))
    stores = [node for body in bodies for node in nodes_outside_of_functions(body) if _is_store(node)]
    stored = {id(inner) for node in stores for inner in ast.walk(node)}
    for node in (node for body in bodies for node in nodes_outside_of_functions(body) if id(node) not in stored):
        records = [table[id(node)] for table in tables if id(node) in table]
        dtypes = _dtypes_of(records)
        if isinstance(node, ast.expr) and dtypes is not None:
            found[node.lineno, node.col_offset, node.end_lineno, node.end_col_offset] = dtypes
    return found


def _is_store(node: ast.AST) -> bool:
    """Whether a statement assigns to an attribute or item."""
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        return not isinstance(node.target, ast.Name)
    return isinstance(node, ast.Assign) and any(
        isinstance(each, ast.Attribute | ast.Subscript) for target in node.targets for each in ast.walk(target)
    )


def _dtypes_of(records: list[ExpressionRecord]) -> Dtypes | None:
    """The dtypes of an expression that are the same whenever it was evaluated; None if there are none."""
    arrays = {dtype for record in records for dtype in record.arrays}
    if len(arrays) == 1 and all(map(_is_array, records)):
        return arrays.pop()
    return reduce(merged, (record.parts for record in records)) if records else None


def _is_array(record: ExpressionRecord) -> bool:
    """Whether the expression was an array of JAX with a known dtype whenever it was evaluated."""
    return not (record.causes or record.numpy or record.is_other)
