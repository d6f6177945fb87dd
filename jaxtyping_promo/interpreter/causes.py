"""Merges the upcasts of a file that have the same cause: one finding, which lists the others.

A table that a function makes in float32 may widen several arrays, and the correction stands at the table. Causes of one
kind in one function are one cause: a sampler that draws twice without a dtype is corrected in one place, too.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..diagnostics.codes import DTYPE_UPCAST
from .modules import Source
from .places import Place, place_of
from .report import Finding

if TYPE_CHECKING:
    from .run import Run

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
CERTAIN = ("called", "recorded")
"""The contexts whose dtypes are no assumption: a finding in one of them speaks for the others."""


def one_for_each_cause(run: Run, found: Sequence[Finding]) -> list[Finding]:
    """Merge the upcasts of a file that have the same causes, in the order of their places.

    Args:
        run: the run.
        found: its findings. Those of lines with a comment that allows them are left out already.
    """
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(found):
        key: object = number
        if finding.code is DTYPE_UPCAST and finding.causes:
            causes = frozenset((*_scope(run, place), why) for place, why in finding.causes)
            key = (finding.place.path, finding.severity, finding.hypotheses, causes, finding.is_mixed)
        groups.setdefault(key, []).append(finding)
    merged = (_merged(run, group) for group in groups.values())
    return sorted(merged, key=lambda finding: (finding.place, finding.code.name))


def _scope(run: Run, place: Place) -> tuple[object, ...]:
    """The innermost function around an expression; at the top level of a module, the expression itself."""
    source = run.models.get(("source", place.path))
    by_line = source.nodes() if isinstance(source, Source) else {}
    for line in range(place.line, 0, -1):
        around = [
            node
            for node in by_line.get(line, ())
            if isinstance(node, FUNCTIONS) and place.line <= (node.end_lineno or 0)
        ]
        if around:
            return place.path, id(around[-1])
    return place.path, place


def _merged(run: Run, group: list[Finding]) -> Finding:
    """The first finding of a group, with the others beside it."""
    first = next((finding for finding in group if finding.context in CERTAIN), group[0])
    others = tuple(finding for finding in group if finding is not first)
    if not others:
        return first
    places: frozenset[Place] = frozenset().union(*(finding.operations for finding in group))
    nodes = {node for place in places for node in run.records.followers.get(place, ())}
    records = (run.records.expressions[node] for node in nodes)
    followers = sum(place_of(record.node, record.source.path) not in places for record in records)
    return first._replace(followers=followers, also=others, operations=places)
