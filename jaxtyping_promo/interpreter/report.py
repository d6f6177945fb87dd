"""The report of a run: findings merged over contexts, the dtypes of expressions, and how many are known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from ..diagnostics.codes import (
    DTYPE_IMPLICIT,
    DTYPE_PROMOTION,
    DTYPE_ROUNDING,
    DTYPE_UNSUPPORTED,
    DTYPE_UPCAST,
    DTYPE_WIDENING,
    ERROR,
    OFF,
    SHAPE_MISMATCH,
    Code,
)
from .findings import CallSite, Verdict, calls_into_packages
from .ignored import is_ignored
from .origins import Origin
from .places import Place, place_of
from .records import ExpressionRecord
from .run import Run
from .source_texts import filled_advice
from .values import Unknown

REFUSALS = (DTYPE_IMPLICIT.name, DTYPE_PROMOTION.name, DTYPE_UNSUPPORTED.name)
"""The codes of refused operations. They are told only if JAX rejects all possible operands."""
DEFAULT_DTYPES = {"weak_int": "int", "weak_float": "float", "weak_complex": "complex"}


ADVICE_FOR_PACKAGES = "Pass a dtype where the layer or array is made, or cast the argument"
"""The advice on an upcast inside a package, whose source the user does not change."""


class Finding(NamedTuple):
    """One problem, at the expression that causes it.

    Attributes:
        code: its error code.
        severity: ``"error"`` or ``"note"``.
        place: the expression.
        message: what happens.
        advice: what to write instead.
        context: where the dtypes of the open inputs come from: ``"called"``, ``"declared"``, ``"assumed"``.
        followers: how many expressions have another dtype because of it.
        origin: the expression that chose the wide dtype; None if the finding has none.
        calls: the calls that lead to it, the outermost first.
        hypotheses: the assumptions under which it holds; empty if it holds without one.
        cause: the file and line of the operation, where `place` is a call that leads to it.
        causes: the expressions that gave the wide operand its dtype, and how.
        operations: the operations that the finding is about.
        also: the findings in other lines that have the same causes; see `causes.one_for_each_cause`.
        other_origins: for a result that is wider than each operand, the expressions that chose the other dtypes.
        is_mixed: whether narrow operands of several dtypes need a cast; see `findings.Verdict`.
    """

    code: Code
    severity: str
    place: Place
    message: str
    advice: str
    context: str
    followers: int
    origin: Origin | None
    calls: tuple[CallSite, ...]
    hypotheses: tuple[str, ...] = ()
    cause: str = ""
    causes: frozenset[tuple[Place, str]] = frozenset()
    operations: frozenset[Place] = frozenset()
    also: tuple[Finding, ...] = ()
    other_origins: tuple[Origin, ...] = ()
    is_mixed: bool = False


class ExpressionValue(NamedTuple):
    """The dtypes of one expression over all contexts.

    Attributes:
        place: the expression.
        dtypes: the dtypes that it has; empty if it is unknown in some context.
        weak: whether the array is weak; None if it is both.
        cause: why the dtype is unknown; empty if it is known.
        is_numpy: whether it is an array or number of NumPy.
    """

    place: Place
    dtypes: tuple[str, ...]
    weak: bool | None
    cause: str
    is_numpy: bool


def findings(
    run: Run, is_shown: Callable[[str], bool], severity: Callable[..., str], caused_in: str = ""
) -> list[Finding]:
    """The findings of a run, in the order of their places.

    Args:
        run: the run.
        is_shown: whether the findings of a file are shown.
        severity: the severity of a code in a file: ``"error"``, ``"note"`` or ``"off"``. It gets a third argument True
            for an operation that JAX refuses, if the code is no error otherwise.
        caused_in: a file that mypy checks; only findings in it and in what it calls count. mypy reads its comments.
    """
    merged: dict[tuple[object, ...], list[tuple[Place, Verdict]]] = {}
    repeated = _repeated_upcasts(run)
    for (place, context), verdicts in run.records.verdicts.items():
        if caused_in:
            verdicts = {code: each for code, each in verdicts.items() if _concerns(caused_in, place, each)}
        if (place, context) in repeated:
            verdicts = {code: each for code, each in verdicts.items() if code != DTYPE_UPCAST.name}
        if not is_shown(place.path):
            _add_upcast_at_call(run, place, context, verdicts, is_shown, severity, merged)
            _add_rounding_at_call(place, verdicts, is_shown, severity, merged)
            continue
        own = ((code, each) for code, each in verdicts.items() if not each.is_for_callers)
        shown = {code: each for code, each in own if _severity(severity, place, each) != OFF}
        if place in run.records.excused or (place, context) in run.records.cast_back:
            for code in (DTYPE_UPCAST, DTYPE_WIDENING):
                shown.pop(code.name, None)
        if (place, context) in run.records.accepted:
            shown = {code: each for code, each in shown.items() if not (each.raises and code in REFUSALS)}
        implicit = shown.pop(DTYPE_IMPLICIT.name, None)
        if implicit is not None and (implicit.raises or _is_only_error(severity, place, implicit, shown.values())):
            shown[DTYPE_IMPLICIT.name] = implicit
        for verdict in shown.values():
            # Operators on one line with one cause are one finding.
            where = (place.path, place.line, _cause_places(verdict)) if verdict.origins else place
            merged.setdefault((verdict.code.name, where), []).append((place, verdict))
    found = (_merged(run, group, severity) for group in merged.values())
    result = [
        finding
        for finding in found
        if not is_ignored(run, finding.place, finding.code.name, is_checked_by_mypy=finding.place.path == caused_in)
    ]
    return sorted(result, key=lambda finding: (finding.place, finding.code.name))


def shown_calls(calls: Sequence[CallSite], path: str, most: int) -> str:
    """The last calls that lead to a finding, in words: ``step (train.py:67) > loss (line 54)``.

    Args:
        calls: the calls, the outermost first.
        path: the file of the finding, whose calls need no name of a file.
        most: the most calls that are shown.
    """
    places = [f"line {call.place.line}" if call.place.path == path else _file_and_line(call.place) for call in calls]
    names = [f"{call.function} ({place})" for call, place in zip(calls, places, strict=True)]
    return f"{'... > ' if len(calls) > most else ''}{' > '.join(names[-most:])}"


def _is_only_error(severity: Callable[..., str], place: Place, implicit: Verdict, others: Collection[Verdict]) -> bool:
    """Whether an implicit promotion is the only finding at a place, or the only error. Another finding says more."""
    is_error = _severity(severity, place, implicit) == ERROR
    return not others or (is_error and all(_severity(severity, place, each) != ERROR for each in others))


def _file_and_line(place: Place) -> str:
    """A place in another file, by the name of the file."""
    return f"{place.path.rpartition('/')[2]}:{place.line}"


def _concerns(path: str, place: Place, verdict: Verdict) -> bool:
    """Whether a verdict is about code in a file, or about code that the file calls."""
    return place.path == path or any(call.place.path == path for call in verdict.calls)


def findings_of_file(
    run: Run, path: str, is_of_program: Callable[[str], bool], severity: Callable[..., str]
) -> list[Finding]:
    """The findings that the code of one file causes, each at a place in that file.

    A finding in another file of the program stands at the last call in this file that leads to it.

    Args:
        run: the run.
        path: the file.
        is_of_program: whether a file belongs to the program, and to no installed package.
        severity: the severity of a code in a file; see `findings`.
    """
    found = findings(run, is_of_program, severity, path)
    moved = (_at_call(finding, path) for finding in found)
    return sorted(moved, key=lambda finding: (finding.place, finding.code.name))


def _at_call(finding: Finding, path: str) -> Finding:
    """A finding in another file, at the last call in this one that leads to it."""
    if finding.place.path == path:
        return finding
    number, call = max(each for each in enumerate(finding.calls) if each[1].place.path == path)
    at = _file_and_line(finding.place)
    message = f"in {finding.calls[-1].function} ({at}): {finding.message}"
    return finding._replace(place=call.place, message=message, calls=finding.calls[:number], cause=at)


def _repeated_upcasts(run: Run) -> set[tuple[Place, int]]:
    """The places and contexts of upcasts whose causes all have another finding.

    The wide operand comes from a reported upcast and from an accident. The accident is told where it widens an array
    by itself; if it does so nowhere, where it first meets a reported upcast.
    """
    told: set[Place] = set()
    first: dict[Place, Place] = {}
    mixed: list[tuple[Place, int, frozenset[Place]]] = []
    for (place, context), verdicts in run.records.verdicts.items():
        verdict = verdicts.get(DTYPE_UPCAST.name)
        if verdict is None:
            continue
        direct = {origin.place for origin in verdict.origins if not origin.is_beside}
        told |= direct
        if verdict.origins and not direct:
            causes = _cause_places(verdict)
            mixed.append((place, context, causes))
            for cause in causes:
                first[cause] = min(first.get(cause, place), place, key=lambda each: (each.path != cause.path, each))
    return {
        (place, context)
        for place, context, causes in mixed
        if all(cause in told or first[cause] != place for cause in causes)
    }


def _add_upcast_at_call(
    run: Run,
    place: Place,
    context: int,
    verdicts: dict[str, Verdict],
    is_shown: Callable[[str], bool],
    severity: Callable[..., str],
    merged: dict[tuple[object, ...], list[tuple[Place, Verdict]]],
) -> None:
    """Show an upcast inside a package, whose result reaches the program, at the program's call that leads to it."""
    verdict = verdicts.get(DTYPE_UPCAST.name) or verdicts.get(DTYPE_WIDENING.name)
    if (
        verdict is None
        or not verdict.origins
        or place in run.records.excused
        or (place, context) in run.records.cast_back
    ):
        return
    calls = calls_into_packages(verdict.calls, is_shown)
    followers = run.records.followers.get(place, set())
    nodes = (run.records.expressions[each] for each in followers if each in run.records.expressions)
    if not calls or not any(place_of(node.node, node.source.path) == calls[-1].place for node in nodes):
        return
    at = calls[-1].place
    if _severity(severity, at, verdict) != OFF:
        where = (at.path, at.line, _cause_places(verdict))
        verdict = verdict._replace(advice=ADVICE_FOR_PACKAGES, calls=calls[:-1])
        merged.setdefault((verdict.code.name, where), []).append((at, verdict))


def _add_rounding_at_call(
    place: Place,
    verdicts: dict[str, Verdict],
    is_shown: Callable[[str], bool],
    severity: Callable[..., str],
    merged: dict[tuple[object, ...], list[tuple[Place, Verdict]]],
) -> None:
    """Show a number that is rounded to 1 inside a package, such as an optimizer's decay, at the program's call."""
    verdict = verdicts.get(DTYPE_ROUNDING.name)
    calls = calls_into_packages(verdict.calls, is_shown) if verdict is not None else ()
    if verdict is None or not calls or _severity(severity, calls[-1].place, verdict) == OFF:
        return
    at, inside = calls[-1].place, f"{place.path.rpartition('/')[2]}:{place.line}"
    verdict = verdict._replace(message=f"{verdict.message} ({inside})", calls=calls[:-1])
    merged.setdefault((verdict.code.name, (at.path, at.line)), []).append((at, verdict))


def _severity(severity: Callable[..., str], place: Place, verdict: Verdict) -> str:
    if verdict.raises and verdict.code.severity != ERROR:
        return severity(place.path, verdict.code, True)
    return severity(place.path, verdict.code)


def _cause_places(verdict: Verdict) -> frozenset[Place]:
    return frozenset(origin.place for origin in verdict.origins)


def _merged(run: Run, group: list[tuple[Place, Verdict]], severity: Callable[..., str]) -> Finding:
    group = sorted(group, key=lambda each: (each[0], len(each[1].calls), each[1].message))
    certain = [each for each in group if each[1].context in ("called", "recorded")] or group
    if group[0][1].code is SHAPE_MISMATCH:
        certain = group  # the names of axes in the function's own declarations say more than the sizes of one call
    place, verdict = certain[0]
    places = {place for place, _ in group}
    followers = {node for each in places for node in run.records.followers.get(each, ())}
    followers = {node for node in followers if _place_of_node(run, node) not in places}
    hypotheses = tuple(dict.fromkeys(each.hypothesis for _, each in certain if each.hypothesis))
    origins = sorted(verdict.origins, key=lambda origin: (origin.place, origin.why))
    advice = filled_advice(run, place, verdict.advice)
    return Finding(
        verdict.code, _severity(severity, place, verdict), place, verdict.message, advice, verdict.context,
        len(followers), origins[0] if origins else None, verdict.calls, hypotheses,
        causes=frozenset((origin.place, origin.why) for origin in verdict.origins), operations=frozenset(places),
        other_origins=_other_origins(verdict, origins), is_mixed=verdict.is_mixed,
    )  # fmt: skip


def _other_origins(verdict: Verdict, origins: Sequence[Origin]) -> tuple[Origin, ...]:
    """The origins of the other operands where no operand is wide: none of them is the cause alone."""
    if verdict.code is not DTYPE_WIDENING or not origins:
        return ()
    places = {origin.place: origin for origin in reversed(origins) if origin.place != origins[0].place}
    return tuple(places.values())[::-1]


def _place_of_node(run: Run, node: int) -> Place:
    record = run.records.expressions[node]
    return place_of(record.node, record.source.path)


def values(run: Run, is_shown: Callable[[str], bool]) -> list[ExpressionValue]:
    """The dtypes of the array expressions of the files that are shown, in the order of their places."""
    by_place: dict[Place, ExpressionRecord] = {}
    for record in run.records.expressions.values():
        if not is_shown(record.source.path):
            continue
        place = place_of(record.node, record.source.path)
        other = by_place.get(place)
        by_place[place] = record if other is None else _joined(other, record)
    found = [_value(run, place, record) for place, record in by_place.items() if _is_array(record)]
    return sorted(found, key=lambda value: value.place)


def _joined(left: ExpressionRecord, right: ExpressionRecord) -> ExpressionRecord:
    both = ExpressionRecord(left.node, left.source)
    both.arrays = {**left.arrays, **right.arrays}
    both.numpy = {**left.numpy, **right.numpy}
    both.causes = {**left.causes, **right.causes}
    return both


def _is_array(record: ExpressionRecord) -> bool:
    return bool(record.arrays or record.numpy or record.causes)


def _value(run: Run, place: Place, record: ExpressionRecord) -> ExpressionValue:
    if record.causes:
        cause = shown_cause(next(iter(record.causes)))
        return ExpressionValue(place, (), None, cause, not record.arrays and bool(record.numpy))
    # A comparison of weak arrays is weak in JAX, which its dtype does not show.
    weak = {None if dtype == "bool_" else dtype in DEFAULT_DTYPES for dtype in record.arrays}
    dtypes = dict.fromkeys(_stored(run, dtype) for dtype in record.arrays) or dict.fromkeys(record.numpy)
    is_numpy = not record.arrays
    return ExpressionValue(
        place, tuple(dtypes), weak.pop() if len(weak) == 1 else None if weak else False, "", is_numpy
    )


def _stored(run: Run, dtype: str) -> str:
    if dtype not in DEFAULT_DTYPES:
        return dtype
    from ..systems import get_system

    return get_system("jax", x64=bool(run.systems.x64)).stored(dtype)


def shown_cause(cause: Unknown) -> str:
    """A cause in words, with the line where the knowledge was lost."""
    if cause.place and cause.place[0]:
        return f"{cause.cause} ({cause.place[0].rpartition('/')[2]}:{cause.place[1]})"
    return cause.cause


def count_known(found: Iterable[ExpressionValue]) -> tuple[int, int]:
    """The number of array expressions, and of those whose dtypes are known."""
    all_values = list(found)
    return len(all_values), sum(not value.cause for value in all_values)
