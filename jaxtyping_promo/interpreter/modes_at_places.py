"""The modes of JAX that may hold at each expression and statement of a file, whoever imports the file.

The code of a function counts as its dtypes do (see `lasting_dtypes`). A nested function counts if nothing calls it after
the code around it has run. Other places have no modes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .dtypes_at_places import Modes, Position
from .importer_contexts import ImporterContexts
from .modes import EVERY
from .source_texts import source_of
from .values import Value, constant_of
from .values_in import functions_in

if TYPE_CHECKING:
    from .run import Run

WORDS: Mapping[object, str] = {"warn": "truncated", "allow": "kept", "error": "refused"}
"""The treatments of 64-bit requests, by JAX's words."""
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp


def modes_at_places(run: Run, path: str, importers: ImporterContexts) -> dict[Position, Modes]:
    """The values that the options of JAX may have at each place: those before and behind it.

    Args:
        run: the run.
        path: the file.
        importers: what is known of the functions in it.
    """
    source = source_of(run, path) if not run.cut_entries else None  # what was cut may have changed anything
    found: dict[Position, list[tuple[Value, ...]]] = {}
    tables = (run.records, importers.records)
    for node in () if source is None else _nodes_with_modes(run, source.tree, path, importers):
        for modes in (each for table in tables for each in table.modes.get(id(node), ())):
            found.setdefault((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset), []).append(modes)
    return {place: tuple(map(_constants, EVERY.values(), zip(*every, strict=True))) for place, every in found.items()}


def _constants(every: tuple[bool | str, ...], values: Iterable[Value]) -> frozenset[bool | str]:
    """The constants that some values may be; all if one is not known."""
    constants = {constant_of((item,)) for value in values for item in value}
    return frozenset(WORDS.get(constant, constant) for constant in (constants if constants <= {*every} else every))


def _nodes_with_modes(run: Run, tree: ast.Module, path: str, importers: ImporterContexts) -> Iterator[Any]:
    """The expressions and statements whose modes are known for every caller."""
    lasting = {*importers.lasting}
    escaped = run.records.escaped | importers.records.escaped | importers.kept_functions
    objects = {**run.base, **dict(run.heap.objects.items() if run.heap is not None else ())}
    kept = {id(node) for node in functions_in(value for found in objects.values() for value in found.values)}

    def nodes(inside: Iterable[ast.AST], root: ast.AST, *, are_nested_known: bool) -> Iterator[ast.AST]:
        for node in inside:
            if isinstance(node, ast.expr | ast.stmt):
                yield node
            body = _body_of(node)
            around = [child for child in ast.iter_child_nodes(node) if child not in body]
            yield from nodes(around, root, are_nested_known=are_nested_known)
            if isinstance(node, Scope) and node in lasting:
                is_closed = node not in importers.returning_iterators and not _has(node, escaped)
                yield from nodes(body, node, are_nested_known=is_closed)
            elif isinstance(node, ast.ClassDef) or (isinstance(node, Scope) and are_nested_known):
                is_class_in_function = isinstance(node, ast.ClassDef) and root is not tree
                yield from nodes(body, root, are_nested_known=are_nested_known and not is_class_in_function)

    nested = {id(node) for node in ast.walk(tree) if isinstance(node, Scope) and node not in lasting}
    yield from nodes(tree.body, tree, are_nested_known=not nested & (kept | escaped))


def _body_of(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that run in a scope of their own."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [*node.body]
    if isinstance(node, ast.GeneratorExp):
        return [child for child in ast.iter_child_nodes(node) if child is not node.generators[0]]
    return [node.body] if isinstance(node, ast.Lambda) else []


def _has(node: ast.AST, escaped: set[int]) -> bool:
    """Whether code that is not interpreted may call a function in a node."""
    return any(id(each) in escaped for each in ast.walk(node) if each is not node)
