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

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.same_entry_twice import COMMAND, traced

DRIVERS = Path(__file__).parent / "drivers"
JUDGED = Path(__file__).parent / "judged_widenings.tsv"
"""The verdicts by reading: place, verdict and reason."""
PAGE = Path(__file__).parents[1] / "docs" / "evidence" / "assumed-recall.md"
BEGIN, END = "<!-- python -m benchmarks.assumed_recall --write -->\n", "<!-- end of what it writes -->"
ASSUMPTION = ("--assume", "float=bfloat16")
CODE = "dtype-upcast"
PARTS = {"brax": ("math.py", "training/distribution.py", "training/acme/running_statistics.py")}
"""The files that are checked of a package whose folder takes longer than five minutes: those where the run widened."""
VERDICTS = ("accident", "chosen", "keep", "follower")
"""What a widening is. One without a verdict counts as an accident."""

Line = tuple[str, int]
"""A file of the package, as the page shows it, and a line."""


class Recall(NamedTuple):
    """The comparison of one package.

    Attributes:
        name: the package.
        functions: the functions that the driver calls.
        lines: the lines where the run widened a 16-bit float, by verdict.
        told: those of them that have a finding, by verdict.
        missed: the accidents without a finding.
        untrue: findings at executed lines where the run widened nothing, with their message.
    """

    name: str
    functions: int
    lines: Counter[str]
    told: Counter[str]
    missed: list[Line]
    untrue: list[tuple[Line, str]]


def driver_of(package: str) -> Path:
    """The driver of a package."""
    return DRIVERS / f"assume_{package}.py"


def installed_packages() -> list[str]:
    """The packages that have a driver and are installed."""
    names = sorted(path.stem.removeprefix("assume_") for path in DRIVERS.glob("assume_*.py"))
    return [name for name in names if find_spec(name) is not None]


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
    paths = [str(folder_of(package) / part) for part in PARTS.get(package, ("",))]
    command = [*COMMAND, "check", "--format", "json", *ASSUMPTION, *paths]
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


def recall(package: str, truth: Mapping[str, Any], check: Mapping[str, Any], judged: Mapping[Line, str]) -> Recall:
    """The comparison of a package's check with its run."""
    widened = lines_in((row for row in truth["promotions"] if CODE in row["codes"]), package)
    executed = lines_in(truth["values"], package)
    told = {
        line: row for row in check["findings"] if row["code"] == CODE and (line := inside(row, package)) is not None
    }
    kinds = {line: judged.get(line, VERDICTS[0]) for line in widened}
    return Recall(
        package,
        driver_of(package).read_text(encoding="utf-8").count('\n    "'),
        Counter(kinds.values()),
        Counter(kind for line, kind in kinds.items() if line in told),
        sorted(line for line, kind in kinds.items() if kind == VERDICTS[0] and line not in told),
        sorted(
            (line, row["message"])
            for line, row in told.items()
            if line in executed and line not in widened and row["context"] == "assumed"
        ),
    )


def measured(package: str, folder: Path, *, again: bool) -> Recall:
    """Run and check a package, or read what an earlier call has kept in a folder."""
    truth, check = folder / f"widenings-{package}.json", folder / f"assumed-{package}.json"
    if not truth.exists():
        truth.write_text(json.dumps(traced(driver_of(package), [package], folder)), encoding="utf-8")
    if again or not check.exists():
        check.write_text(json.dumps(checked(package)), encoding="utf-8")
    return recall(package, json.loads(truth.read_text("utf-8")), json.loads(check.read_text("utf-8")), verdicts())


def tables(rows: Sequence[Recall]) -> str:
    """The tables of the page in Markdown."""
    total = Recall(
        "all",
        sum(row.functions for row in rows),
        sum((row.lines for row in rows), Counter()),
        sum((row.told for row in rows), Counter()),
        [],
        [each for row in rows for each in row.untrue],
    )
    head = (
        "| package | functions | accidents | told | % | followers | told | chosen | told | keep | told | not true |\n"
    )
    lines = [head, f"| --- {'| ---: ' * 11}|\n", *map(_line, (*rows, total))]
    missed = [f"| `{path}:{line}` |\n" for row in rows for path, line in row.missed]
    return "".join((*lines, *(("\n| accident that is not told |\n", "| --- |\n", *missed) if missed else ())))


def _line(row: Recall) -> str:
    accidents = row.lines["accident"]
    share = f"{100 * row.told['accident'] / accidents:.0f}" if accidents else ""
    cells: list[object] = [row.name, row.functions, accidents, row.told["accident"], share]
    for verdict in ("follower", "chosen", "keep"):
        cells += [row.lines[verdict], row.told[verdict]]
    return f"| {' | '.join(map(str, (*cells, len(row.untrue))))} |\n"


def write(rows: Sequence[Recall], page: Path = PAGE) -> None:
    """Replace the tables of the page."""
    names = packages_distributions()
    releases = ", ".join(f"{row.name} {version(names[row.name][0])}" for row in rows if row.name in names)
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    page.write_text(f"{before}{begin}{tables(rows)}\nReleases: {releases}.\n{END}{rest.partition(END)[2]}", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Compare, print or write the tables, and return 1 if a finding is not true."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", help="the packages; by default all that are installed")
    parser.add_argument("--folder", type=Path, help="keep the JSON of runs and checks in this folder")
    parser.add_argument("--again", action="store_true", help="check again, although the folder has the check")
    parser.add_argument("--write", action="store_true", help="write the tables of docs/evidence/assumed-recall.md")
    options = parser.parse_args(arguments)
    rows: list[Recall] = []
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        for package in options.packages or installed_packages():
            rows.append(measured(package, folder, again=options.again))
            print(_line(rows[-1]), end="", file=sys.stderr)
    if options.write:
        write(rows)
    else:
        print(tables(rows))
    for row in rows:
        for (path, line), message in row.untrue:
            print(f"not true: {path}:{line}: {message}")
    return int(any(row.untrue for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
