"""The modes of JAX that may hold at each expression and statement of a file, whoever imports the file.

What depends on objects that other code may change is left out, as in `lasting_dtypes`. But a block with literals, such
as ``with jax.enable_x64(True)``, has its mode whatever else is there. A nested function counts if nothing calls it
after the code around it has run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ..jax_options import CONTEXTS
from .dtypes_at_places import Modes, Position, positions_of
from .heap import Heap, reachable
from .importer_contexts import ImporterContexts
from .later_calls import escaped_functions, held_functions
from .modes import EVERY
from .source_texts import source_of
from .values import Value, constant_of

if TYPE_CHECKING:
    from .run import Run

WORDS: Mapping[object, str] = {"warn": "truncated", "allow": "kept", "error": "refused"}
"""The treatments of 64-bit requests, by JAX's words."""
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp


def modes_at_places(run: Run, path: str, importers: ImporterContexts | None) -> dict[Position, Modes]:
    """The values that the options of JAX may have at each place: those before and behind it.

    Args:
        run: the run.
        path: the file.
        importers: what is known of the functions in it; None for a test file, which has no modes then.
    """
    source = source_of(run, path) if not run.cut_entries else None  # what was cut may have changed anything
    found: dict[Position, list[tuple[Value, ...]]] = {}
    if source is None or importers is None:
        return {}
    tables = (run.records, importers.records)
    for node in _nodes_with_modes(run, source.tree, importers):
        for modes in (each for table in tables for each in table.modes.get(id(node), ())):
            for position in positions_of(node, source):
                found.setdefault(position, []).append(modes)
    return {place: tuple(map(_constants, EVERY.values(), zip(*every, strict=True))) for place, every in found.items()}


def _constants(every: tuple[bool | str, ...], values: Iterable[Value]) -> frozenset[bool | str]:
    """The constants that some values may be; all if one is not known."""
    constants = {constant_of((item,)) for value in values for item in value}
    return frozenset(WORDS.get(constant, constant) for constant in (constants if constants <= {*every} else every))


def _nodes_with_modes(run: Run, tree: ast.Module, importers: ImporterContexts) -> Iterator[ast.expr | ast.stmt]:
    """The expressions and statements whose modes are known for every caller."""
    lasting, complete = {*importers.lasting}, importers.complete
    escaped, kept = escaped_functions(run, importers), held_functions(run)
    frames = (run.base[site].values for site in run.modules.values() if site in run.base)
    held = {site for values in frames for value in values for site in reachable(Heap(run.base), value)}
    kinds: tuple[type, ...] = (ast.Lambda, ast.GeneratorExp)
    if any(run.base[site].kind == "iterator" for site in held):
        kinds = (ast.Lambda,)
    yield from _nodes(tree.body, lambda node: isinstance(node, kinds) and id(node) not in escaped | kept)
    for function in complete:
        is_lasting = function in lasting
        is_closed = is_lasting and function not in importers.returning_iterators and not _has(function, escaped)
        yield from _nodes(_body_of(function), partial(_returns, is_closed), is_lasting=is_lasting)


def _returns(answer: bool, _: ast.AST) -> bool:
    return answer


def _nodes(
    inside: Iterable[ast.AST], is_known: Callable[[ast.AST], bool], *, is_lasting: bool = True
) -> Iterator[ast.expr | ast.stmt]:
    """The expressions and statements in nodes that run together.

    Args:
        inside: the nodes.
        is_known: whether the body of a function in the nodes counts.
        is_lasting: whether the code depends on nothing that other code may change. Else a block such as
            ``with self.x64():`` may set other modes.
    """
    for node in inside:
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        body = _body_of(node)
        around = [child for child in ast.iter_child_nodes(node) if child not in body]
        yield from _nodes(around, is_known, is_lasting=is_lasting)
        if is_known(node) if isinstance(node, Scope) else is_lasting or not _sets_open_mode(node):
            yield from _nodes(body, is_known, is_lasting=is_lasting)


def _sets_open_mode(node: ast.AST) -> bool:
    """Whether a block has a context manager that is no call of `jax.enable_x64` or its likes with literals alone."""
    managers = [item.context_expr for item in node.items] if isinstance(node, ast.With | ast.AsyncWith) else []
    return any(
        not (
            isinstance(manager, ast.Call)
            and ast.unparse(manager.func).rpartition(".")[2] in CONTEXTS
            and all(isinstance(value, ast.Constant) for value in (*manager.args, *(k.value for k in manager.keywords)))
        )
        for manager in managers
    )


def _body_of(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that run in a scope of their own."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.With | ast.AsyncWith):
        return [*node.body]
    if isinstance(node, ast.GeneratorExp):
        return [child for child in ast.iter_child_nodes(node) if child is not node.generators[0]]
    return [node.body] if isinstance(node, ast.Lambda) else []


def _has(node: ast.AST, escaped: set[int]) -> bool:
    """Whether a function in a node may be called later: as that of an object, or by code that is not interpreted."""
    inner = (each for each in ast.walk(node) if each is not node)
    return any(id(each) in escaped or isinstance(each, ast.ClassDef) for each in inner)
