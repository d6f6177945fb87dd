"""Open contexts: functions interpreted with the dtypes of a recording, or with assumed dtypes.

A refused operation under an assumption counts only if the dtypes cause it. If JAX refuses it with other dtypes of the
same kinds as well, the input holds something else than its use suggests, and the refusal is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .assumed_inputs import assume_inputs, assume_without_optional
from .assumptions import Assumptions
from .call_memo import CallMemo
from .records import Records

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run
    from .values import Value

    Inputs = Callable[[Run, Definition, dict[str, Value]], bool]
    """Sets the open arguments of a function; False if the function has no such argument."""


def call_assumed(run: Run, call: Callable[[Inputs, object], bool], assumption: Assumptions) -> bool:
    """Interpret a function under a hypothesis.

    Args:
        run: the run.
        call: interprets the function, given its inputs and a label that tells apart its contexts.
        assumption: the hypothesis.

    Returns: Whether the hypothesis concerns an input of the function.
    """
    run.input_kind, run.hypothesis = "assumed", str(assumption)
    before = run.records.refused
    was_called = call(partial(assume_inputs, assumptions=assumption), run.hypothesis)
    was_called |= call(partial(assume_without_optional, assumptions=assumption), ("optional", run.hypothesis))
    if not run.records.refused <= before:
        _forget_refusals(run, call, assumption)
    return was_called


def _forget_refusals(run: Run, call: Callable[[Inputs, object], bool], assumption: Assumptions) -> None:
    """Forget the refusals of assumed contexts that other dtypes of the same kinds do not cure."""
    other = assumption.counterpart()
    records, run.records = run.records, Records()
    memo, run.memo = run.memo, CallMemo()  # what the tried calls tell is nobody's
    try:
        call(partial(assume_inputs, assumptions=other), ("counterpart", run.hypothesis))
        call(partial(assume_without_optional, assumptions=other), ("optional counterpart", run.hypothesis))
        refused = {(place, code) for place, _, code in run.records.refused}
    finally:
        run.records, run.memo = records, memo
    for place, context, code in records.refused:
        verdict = records.verdicts.get((place, context), {}).get(code)
        if (place, code) in refused and verdict is not None and verdict.hypothesis == run.hypothesis:
            del records.verdicts[place, context][code]
