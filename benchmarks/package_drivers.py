"""Benchmarks that run a driver for each installed package, check something, and write the tables of a page.

`benchmarks.reach` and `benchmarks.assumed_recall` describe theirs by a `Benchmark`; the command line is the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from benchmarks.same_entry_twice import traced

DRIVERS = Path(__file__).parent / "drivers"
EVIDENCE = Path(__file__).parents[1] / "docs" / "evidence"
END = "<!-- end of what it writes -->"


class Row(Protocol):
    """The result of one package."""

    @property
    def name(self) -> str:
        """The package."""
        ...


R = TypeVar("R", bound=Row)


class Benchmark(NamedTuple, Generic[R]):
    """What a benchmark does for each package.

    Attributes:
        module: its module, whose docstring explains the command.
        description: that docstring.
        drivers: the first word in the names of its drivers.
        truth: the first word in the name of the kept JSON of a run.
        check: the same of a check.
        page: the page with the tables.
        checked: makes the JSON of a package's check.
        compared: makes the result of a package from the JSON of its run and its check.
        line: the line of the first table that shows a result.
        tables: the tables of all results in Markdown.
        faults: one line for each claim of the check that the run refutes.
    """

    module: str
    description: str | None
    drivers: str
    truth: str
    check: str
    page: Path
    checked: Callable[[str], dict[str, Any]]
    compared: Callable[[str, Mapping[str, Any], Mapping[str, Any]], R]
    line: Callable[[R], str]
    tables: Callable[[Sequence[R]], str]
    faults: Callable[[R], list[str]]

    @property
    def begin(self) -> str:
        """The line of the page before the tables."""
        return f"<!-- python -m {self.module} --write -->\n"

    def driver_of(self, package: str) -> Path:
        """The driver of a package."""
        return DRIVERS / f"{self.drivers}_{package}.py"

    def installed_packages(self) -> list[str]:
        """The packages that have a driver and are installed."""
        names = sorted(path.stem.removeprefix(f"{self.drivers}_") for path in DRIVERS.glob(f"{self.drivers}_*.py"))
        return [name for name in names if find_spec(name) is not None]

    def measured(self, package: str, folder: Path, *, again: bool) -> R:
        """Run a driver and check, or read what an earlier call has kept in a folder."""
        truth, check = folder / f"{self.truth}-{package}.json", folder / f"{self.check}-{package}.json"
        if not truth.exists():
            truth.write_text(json.dumps(traced(self.driver_of(package), [package], folder)), encoding="utf-8")
        if again or not check.exists():
            check.write_text(json.dumps(self.checked(package)), encoding="utf-8")
        return self.compared(package, json.loads(truth.read_text("utf-8")), json.loads(check.read_text("utf-8")))

    def write(self, rows: Sequence[R], page: Path | None = None) -> None:
        """Replace the tables of the page."""
        page = page or self.page
        names = packages_distributions()
        releases = ", ".join(f"{row.name} {version(names[row.name][0])}" for row in rows if row.name in names)
        before, begin, rest = page.read_text(encoding="utf-8").partition(self.begin)
        tables = self.tables(rows)
        page.write_text(f"{before}{begin}{tables}\nReleases: {releases}.\n{END}{rest.partition(END)[2]}", "utf-8")

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Measure the packages, print or write the tables, and return 1 if a claim is refuted."""
        parser = argparse.ArgumentParser(
            description=self.description, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        parser.add_argument("packages", nargs="*", help="the packages; by default all that are installed")
        parser.add_argument("--folder", type=Path, help="keep the JSON of runs and checks in this folder")
        parser.add_argument("--again", action="store_true", help="check again, although the folder has the check")
        parser.add_argument("--write", action="store_true", help=f"write the tables of docs/evidence/{self.page.name}")
        options = parser.parse_args(arguments)
        rows: list[R] = []
        with tempfile.TemporaryDirectory() as name:
            folder = options.folder or Path(name)
            folder.mkdir(parents=True, exist_ok=True)
            for package in options.packages or self.installed_packages():
                rows.append(self.measured(package, folder, again=options.again))
                print(self.line(rows[-1]), end="", file=sys.stderr)
        if options.write:
            self.write(rows)
        else:
            print(self.tables(rows))
        faults = [line for row in rows for line in self.faults(row)]
        print(*faults, sep="\n", end="\n" if faults else "")
        return int(bool(faults))
