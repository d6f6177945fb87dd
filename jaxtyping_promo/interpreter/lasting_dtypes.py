"""The dtypes that expressions have for every caller, unless an importer assigns attributes of the module."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from .definitions import nodes_outside_of_functions
from .dtypes_at_places import Dtypes, Position, merged, positions_of
from .importer_contexts import ImporterContexts
from .later_calls import escaped_functions, held_functions
from .records import ExpressionRecord
from .source_texts import source_of
from .syntax import walk
from .test_entries import is_called_by_pytest

if TYPE_CHECKING:
    from .run import Run


def lasting_dtypes(run: Run, path: str, importers: ImporterContexts | None) -> dict[Position, Dtypes]:
    """The dtypes of arrays at the top level of a module, and in functions there whoever calls them.

    Args:
        run: the run.
        path: the file.
        importers: what is known of the functions in it; None for a test file, whose tests count as they were called.

    Returns: The one dtype of each expression that has one whenever the code runs. Statements that store into an object
        are left out: mypy has inferred the type of the attribute from its first value, perhaps in another module.
    """
    source = source_of(run, path) if not run.cut_entries else None  # what was cut may have changed anything
    if source is None:
        return {}
    nodes: list[ast.AST] = [*nodes_outside_of_functions(source.tree.body)]
    tables = [run.records.expressions]
    if importers is None:
        bodies = [source.tree.body, *(node.body for node in source.tree.body if isinstance(node, ast.ClassDef))]
        tests = [node for body in bodies for node in body if is_called_by_pytest(node)]
        nodes += [inner for node in tests for inner in walk(node)]
    else:
        later = escaped_functions(run, importers) | held_functions(run)
        tables.append(importers.records.expressions)
        nodes = [*_nodes(source.tree.body, later, kinds=(ast.Lambda,))]
        for function in importers.lasting:
            kinds = (ast.Lambda, ast.FunctionDef) if function not in importers.returning_iterators else ()
            nodes += _nodes([] if isinstance(function, ast.Lambda) else function.body, later, kinds)
    stored = {id(inner) for node in nodes if _is_store(node) for inner in walk(node)}
    found: dict[Position, Dtypes] = {}
    for node in (node for node in nodes if isinstance(node, ast.expr) and id(node) not in stored):
        records = [table[id(node)] for table in tables if id(node) in table]
        dtypes = _dtypes_of(records)
        if dtypes is not None:
            found |= dict.fromkeys(positions_of(node, source), dtypes)
    return found


def _nodes(body: Sequence[ast.AST], later: Collection[int], kinds: tuple[type, ...]) -> Iterator[ast.AST]:
    """The syntax nodes in a body, and in the functions of some kinds in it that only this body calls.

    Args:
        body: the nodes around.
        later: the functions that other code may call, by the identities of their nodes.
        kinds: the classes of the nodes of functions that count.
    """
    for node in nodes_outside_of_functions(body):
        yield node
        if isinstance(node, kinds) and id(node) not in later:
            inner: Sequence[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else getattr(node, "body", ())
            yield from _nodes(inner, later, kinds)


def _is_store(node: ast.AST) -> bool:
    """Whether a statement assigns to an attribute or item."""
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        return not isinstance(node.target, ast.Name)
    return isinstance(node, ast.Assign) and any(
        isinstance(each, ast.Attribute | ast.Subscript) for target in node.targets for each in walk(target)
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
