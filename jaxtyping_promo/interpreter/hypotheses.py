"""Hypotheses: the findings of several runs of one program, merged into findings that name the runs where they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .places import Place
from .report import ExpressionValue, Finding


def merged_findings(by_run: Mapping[str, Sequence[Finding]]) -> list[Finding]:
    """The findings of several runs; equal ones are one finding, with all hypotheses under which it holds.

    Args:
        by_run: the findings of each run, by the name of its hypothesis: ``x64=on``.
    """
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for name, found in by_run.items():
        for finding in found:
            named = tuple(f"{one}, {name}" for one in finding.hypotheses) or (name,)
            key = (finding.code.name, finding.place, finding.origin and finding.origin.place)
            groups.setdefault(key, []).append(finding._replace(hypotheses=named))
    merged = [
        group[0]._replace(hypotheses=tuple(dict.fromkeys(name for one in group for name in one.hypotheses)))
        for group in groups.values()
    ]
    return sorted(merged, key=lambda finding: (finding.place, finding.code.name))


def merged_values(runs: Iterable[Sequence[ExpressionValue]]) -> list[ExpressionValue]:
    """The dtypes of expressions over several runs; unknown if the dtype is unknown in one of them."""
    by_place: dict[Place, ExpressionValue] = {}
    for found in runs:
        for value in found:
            other = by_place.get(value.place)
            by_place[value.place] = value if other is None else _joined(other, value)
    return sorted(by_place.values(), key=lambda value: value.place)


def _joined(left: ExpressionValue, right: ExpressionValue) -> ExpressionValue:
    cause = left.cause or right.cause
    dtypes = () if cause else tuple(dict.fromkeys((*left.dtypes, *right.dtypes)))
    weak = left.weak if left.weak == right.weak else None
    return ExpressionValue(left.place, dtypes, False if cause else weak, cause, left.is_numpy and right.is_numpy)
