"""Causes: upcasts of one file whose wide dtype comes from the same expression are one finding.

A table that a function makes in float32 may widen several arrays. The correction stands at the table, so the first
operation is the finding, and it lists the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..diagnostics.codes import DTYPE_UPCAST
from .places import Place, place_of
from .report import Finding

if TYPE_CHECKING:
    from .run import Run

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
        is_merged = finding.code is DTYPE_UPCAST and finding.causes
        shared = (finding.place.path, finding.severity, finding.hypotheses, finding.causes)
        key = shared if is_merged else number
        groups.setdefault(key, []).append(finding)
    merged = (_merged(run, group) for group in groups.values())
    return sorted(merged, key=lambda finding: (finding.place, finding.code.name))


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
