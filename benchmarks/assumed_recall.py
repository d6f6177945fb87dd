"""Counts the widenings of a run that ``check --assume float=bfloat16`` tells.

``python -m benchmarks.assumed_recall --write`` measures each package that is installed. A driver
``benchmarks/drivers/assume_PACKAGE.py`` calls functions of the package with bfloat16 arrays under ``trace``. The truth
is each line of the package where that run widened a 16-bit float. `check` reads the package's folder alone, without the
driver, as its maintainers would. `benchmarks/judged_widenings.tsv` says by reading which widenings are meant, and which
only follow from another one.

With ``--folder FOLDER`` the JSON of each run and check is kept, and read again by the next call; ``--again`` keeps the
runs alone. Names of packages select drivers.
"""

from __future__ import annotations

import csv
import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.package_drivers import EVIDENCE, Benchmark
from benchmarks.same_entry_twice import COMMAND, findings_of

JUDGED = Path(__file__).parent / "judged_widenings.tsv"
"""The verdicts by reading: place, verdict and reason."""
ASSUMPTION = ("--assume", "float=bfloat16")
CODE = "dtype-upcast"
TO_BE_TOLD = ("accident", "slot")
"""The verdicts on widenings that a check should tell. One without a verdict counts as an accident."""
SILENT = ("follower", "chosen", "keep", "cast back")
"""The verdicts on widenings about which a check is silent by intention."""

Line = tuple[str, int]
"""A file of the package, as the page shows it, and a line."""


class Recall(NamedTuple):
    """The comparison of one package.

    Attributes:
        name: the package.
        functions: the functions that the driver calls.
        lines: the lines where the run widened a 16-bit float, by verdict.
        told: those of them that have a finding, by verdict.
        missed: the lines that should be told, and have no finding.
        untrue: findings at executed lines where the run widened nothing, with their message.
        not_run: those among them that are about calls which the run did not make, so that it refutes nothing.
    """

    name: str
    functions: int
    lines: Counter[str]
    told: Counter[str]
    missed: list[Line]
    untrue: list[tuple[Line, str]]
    not_run: list[tuple[Line, str]]


def folder_of(package: str) -> Path:
    """The folder with the source of an installed package."""
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def checked(package: str) -> dict[str, Any]:
    """The JSON of a check of the package's folder under the assumption.

    Raises:
        RuntimeError: the check fails.
    """
    command = [*COMMAND, "check", "--format", "json", *ASSUMPTION, str(folder_of(package))]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        raise RuntimeError(f"{package}: {done.stderr[-2000:]}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def verdicts() -> dict[Line, str]:
    """The verdicts by reading."""
    with JUDGED.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        found = {}
        for row in rows:
            path, _, line = row["place"].rpartition(":")
            found[path, int(line)] = row["verdict"]
    return found


def inside(row: Mapping[str, Any], package: str) -> Line | None:
    """The line of a row of either JSON in the package; None outside of it."""
    parts = Path(row["path"]).parts
    if package not in parts:
        return None
    return "/".join(parts[len(parts) - 1 - parts[::-1].index(package) :]), row["line"]


def lines_in(rows: Iterable[Mapping[str, Any]], package: str) -> set[Line]:
    """The lines of some rows in the package."""
    return {line for row in rows if (line := inside(row, package)) is not None}


def recall(
    package: str, truth: Mapping[str, Any], check: Mapping[str, Any], judged: Mapping[Line, str] | None = None
) -> Recall:
    """The comparison of a package's check with its run."""
    judged = verdicts() if judged is None else judged
    widened = lines_in((row for row in truth["promotions"] if CODE in row["codes"]), package)
    executed = lines_in(truth["values"], package)
    found = [
        (line, row) for row in findings_of(check) if row["code"] == CODE and (line := inside(row, package)) is not None
    ]
    told = {line for line, _ in found}
    kinds = {line: judged.get(line, TO_BE_TOLD[0]) for line in widened}
    doubtful = [
        (line, row) for line, row in found
        if line in executed and line not in widened and row["context"] == "assumed"
    ]  # fmt: skip
    refuted = [(line, row["message"]) for line, row in doubtful if lines_in(row["calls"], package) <= executed]
    not_run = [(line, row["message"]) for line, row in doubtful if not lines_in(row["calls"], package) <= executed]
    return Recall(
        package,
        BENCHMARK.driver_of(package).read_text(encoding="utf-8").count('\n    "'),
        Counter(kinds.values()),
        Counter(kind for line, kind in kinds.items() if line in told),
        sorted(line for line, kind in kinds.items() if kind in TO_BE_TOLD and line not in told),
        sorted(refuted),
        sorted(not_run),
    )


def tables(rows: Sequence[Recall]) -> str:
    """The tables of the page in Markdown."""
    total = Recall(
        "all",
        sum(row.functions for row in rows),
        sum((row.lines for row in rows), Counter()),
        sum((row.told for row in rows), Counter()),
        [],
        [each for row in rows for each in row.untrue],
        [each for row in rows for each in row.not_run],
    )
    names = ["package", "functions", *_titles(TO_BE_TOLD), "%", *_titles(SILENT), "not true", "not run"]
    lines = [f"| {' | '.join(names)} |\n", f"| --- {'| ---: ' * (len(names) - 1)}|\n", *map(_line, (*rows, total))]
    missed = [f"| `{path}:{line}` |\n" for row in rows for path, line in row.missed]
    return "".join((*lines, *(("\n| line that is not told |\n", "| --- |\n", *missed) if missed else ())))


def _titles(verdicts: Iterable[str]) -> list[str]:
    """The titles of two columns for each verdict."""
    plural = {"accident": "accidents", "slot": "slots", "follower": "followers"}
    return [title for verdict in verdicts for title in (plural.get(verdict, verdict), "told")]


def _line(row: Recall) -> str:
    lines, told = (sum(counts[verdict] for verdict in TO_BE_TOLD) for counts in (row.lines, row.told))
    share = f"{100 * told / lines:.0f}" if lines else ""
    cells: list[object] = [row.name, row.functions]
    for verdicts in (TO_BE_TOLD, SILENT):
        cells += [count for verdict in verdicts for count in (row.lines[verdict], row.told[verdict])]
        cells += [share] if verdicts is TO_BE_TOLD else []
    cells += [len({line for line, _ in each}) for each in (row.untrue, row.not_run)]
    return f"| {' | '.join(map(str, cells))} |\n"


BENCHMARK = Benchmark(
    "benchmarks.assumed_recall",
    __doc__,
    drivers="assume",
    truth="widenings",
    check="assumed",
    page=EVIDENCE / "assumed-recall.md",
    checked=checked,
    compared=recall,
    line=_line,
    tables=tables,
    faults=lambda row: [f"not true: {path}:{line}: {message}" for (path, line), message in row.untrue],
)

if __name__ == "__main__":
    raise SystemExit(BENCHMARK.main())
