"""The table of recall counts widened lines by verdict, and findings at lines where the run widened nothing."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.assumed_recall import SILENT, TO_BE_TOLD, recall, tables, verdicts

PATH = "/site-packages/optax/a.py"
TRUTH = {
    "values": [{"path": PATH, "line": line} for line in range(1, 8)],
    "promotions": [{"path": PATH, "line": line, "codes": ["dtype-upcast"]} for line in range(1, 6)],
}
JUDGED = {("optax/a.py", 2): "slot", ("optax/a.py", 3): "follower", ("optax/a.py", 4): "cast back"}


def told(line: int, context: str = "assumed", *calls: int):
    called = [{"path": PATH, "line": each, "function": "f"} for each in calls]
    return {
        "path": PATH, "line": line, "code": "dtype-upcast", "context": context, "message": "wide", "calls": called
    }  # fmt: skip


def test_lines_count_by_verdict() -> None:
    check = {
        "findings": [told(1), told(4), told(6, "assumed", 1), told(7, "assumed", 1, 98), told(7, "called"), told(99)]
    }
    found = recall("optax", TRUTH, check, JUDGED)
    assert found.lines == {"accident": 2, "slot": 1, "follower": 1, "cast back": 1}
    assert found.told == {"accident": 1, "cast back": 1}
    assert found.missed == [("optax/a.py", 2), ("optax/a.py", 5)]
    assert found.untrue == [(("optax/a.py", 6), "wide")]
    assert found.not_run == [(("optax/a.py", 7), "wide")]  # the run did not make the call on line 98
    assert f"| optax | {found.functions} | 2 | 1 | 1 | 0 | 33 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 1 | 1 | 1 |" in tables(
        [found]
    )


def test_each_verdict_has_a_column() -> None:
    assert set(verdicts().values()) <= {*TO_BE_TOLD, *SILENT}
