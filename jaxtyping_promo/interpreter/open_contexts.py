"""Open contexts: functions interpreted with the dtypes of a recording, or with assumed dtypes.

A refused operation under an assumption counts only if the dtypes cause it. If JAX refuses it with other dtypes of the
same kinds as well, the input holds something else than its use suggests, and the refusal is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from .assumed_inputs import assume_inputs, assume_without_optional
from .assumed_results import call_results
from .assumptions import Assumptions
from .call_memo import CallMemo
from .records import Records

if TYPE_CHECKING:
    from .definitions import Definition
    from .places import Place
    from .run import Run
    from .values import Value

    Inputs = Callable[[Run, Definition, dict[str, Value]], bool]
    """Sets the open arguments of a function; False if the function has no such argument."""
    UseResult = Callable[[Run, Value], bool]
    """Goes on with what a function returns; False if it calls nothing."""

    class Interpret(Protocol):
        """Interprets a function: see `program.call_open`."""

        def __call__(self, set_inputs: Inputs, label: object, use_result: UseResult | None = None) -> bool: ...


def call_assumed(run: Run, call: Interpret, assumption: Assumptions) -> bool:
    """Interpret a function under a hypothesis.

    Args:
        run: the run.
        call: interprets the function, given its inputs, a label for its contexts, and the use of its result.
        assumption: the hypothesis.

    Returns: Whether the hypothesis concerns an input of the function.
    """
    run.input_kind, run.hypothesis = "assumed", str(assumption)
    before = run.records.refused
    was_called = call(
        partial(assume_inputs, assumptions=assumption),
        run.hypothesis,
        partial(call_results, assumptions=assumption),
    )
    was_called |= call(partial(assume_without_optional, assumptions=assumption), ("optional", run.hypothesis))
    if not run.records.refused <= before:
        _forget_refusals(run, call, assumption, before)
    return was_called


def _forget_refusals(run: Run, call: Interpret, assumption: Assumptions, before: set[tuple[Place, int, str]]) -> None:
    """Forget the refusals of an assumed call that other dtypes of the same kinds do not cure.

    Args:
        run: the run.
        call: interprets the function.
        assumption: the hypothesis.
        before: the refusals of the calls before, which stay.
    """
    other = assumption.counterpart()
    records, run.records = run.records, Records()
    memo, run.memo = run.memo, CallMemo()  # what the tried calls tell is nobody's
    try:
        call(
            partial(assume_inputs, assumptions=other),
            ("counterpart", run.hypothesis),
            partial(call_results, assumptions=other),
        )
        call(partial(assume_without_optional, assumptions=other), ("optional counterpart", run.hypothesis))
        refused = {(place, code) for place, _, code in run.records.refused}
    finally:
        run.records, run.memo = records, memo
    for place, context, code in records.refused - before:
        verdict = records.verdicts.get((place, context), {}).get(code)
        if (place, code) in refused and verdict is not None and verdict.hypothesis == run.hypothesis:
            del records.verdicts[place, context][code]
