"""Compares the dtypes that mypy states for expressions of a program with their values while its tests run.

``python -m benchmarks.at_run_time PROJECT... [-- ARGUMENTS OF PYTEST]``

A project is an installed package, whose source distribution is downloaded, or a folder: a checkout, a package with
tests inside, or tests alone. The packages that the tests import must be installed in this environment. The project is
copied, each expression of known dtype is wrapped in a call that records its value, and pytest runs the copy.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

from jaxtyping_promo.mypy_plugin.jax_names import JAXTYPING, MEMBERS

from jaxtyping_promo.cli.dtype_coverage import KnownExpression, known

from .probes import FOLDER_VARIABLE, MODULE, PROBE, Place, wrap
from .projects import Project, copied_project, source_distribution
from .real_code import TABLES, put, work_folder

BEGIN, END = "<!-- python -m benchmarks.at_run_time --write -->\n", "<!-- end of the dtypes at run time -->"
CATEGORIES = {name.rpartition(".")[2]: dtypes for name, dtypes in (JAXTYPING | MEMBERS).items()}
"""The dtypes of each category, of this package and of jaxtyping. Their names differ in case."""
WEAK = {"bool": "bool_", "i": "weak_int", "u": "weak_int", "f": "weak_float", "c": "weak_complex"}
"""Weak types by the recorded name of their dtype, or by its first letter."""


JUDGED = Path(__file__).parent / "judged_values.tsv"
"""The verdicts: project, place, recorded dtype or class, and why the program's own declaration is the cause."""
Verdicts = dict[tuple[str, str], str]


class Seen(NamedTuple):
    """An expression of known dtype, and the name of a dtype or class that it had while a test was running."""

    expression: KnownExpression
    value: str
    is_inferred: bool

    @property
    def place(self) -> str:
        """The file, line and column. Both count from 1."""
        return f"{self.expression.path}:{self.expression.place[0]}:{self.expression.place[1] + 1}"

    @property
    def is_right(self) -> bool:
        """Whether the recorded dtype is one of the dtypes that mypy states."""
        dtype = self.dtype
        return any(dtype == one or dtype in CATEGORIES.get(one, ()) for one in self.expression.dtypes)

    @property
    def dtype(self) -> str:
        """The dtype or weak type by its name in this package, or the name of a class that is no array."""
        name = self.value.removeprefix("weak ")
        if name != self.value:
            return WEAK.get(name, WEAK.get(name[0], name))
        return "bool_" if name == "bool" else name


class Comparison(NamedTuple):
    """The result for one project.

    Attributes:
        expressions: the number of expressions of known dtype.
        inferred: how many of them are unknown if calls are not followed.
        seen: the recorded values.
    """

    expressions: int
    inferred: int
    seen: list[Seen]

    def judged(self, verdicts: Verdicts) -> list[Seen]:
        """The values that are not as mypy states, for a reason that someone has written down."""
        return [one for one in self.seen if not one.is_right and (one.place, one.value) in verdicts]

    def wrong(self, verdicts: Verdicts) -> list[Seen]:
        """The other values that are not as mypy states."""
        return [one for one in self.seen if not one.is_right and (one.place, one.value) not in verdicts]


def verdicts_of(project: str) -> Verdicts:
    """The reasons why values of a project are not as mypy states, by place and recorded name."""
    with JUDGED.open(newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(place, value): reason for name, place, value, reason in rows if name == project}


def known_places(project: Project) -> dict[str, KnownExpression]:
    """The expressions of known dtype in a project, by a name of their place."""
    return {f"{one.path}:{':'.join(map(str, one.place))}": one for one in known(project.targets)}


def run_tests(project: Project, arguments: Sequence[str], results: Path, seconds: int | None) -> None:
    """Run pytest on a copy with probes, and interrupt it after some time."""
    folders = os.pathsep.join({str(project.import_folder), str(project.root)})
    environment = os.environ | {"PYTHONPATH": folders, FOLDER_VARIABLE: str(results)}
    options = ["-q", "-p", PROBE, "-o", "addopts=", "--tb=no", "--continue-on-collection-errors"]
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a background job of a shell; pytest would ignore it, too
        signal.signal(signal.SIGINT, signal.default_int_handler)
    targets = () if any(Path(one.partition("::")[0]).exists() for one in arguments) else project.tests
    process = subprocess.Popen([*command, *targets], env=environment)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.wait()


def compare(source: Path, arguments: Sequence[str], caches: Path, *, x64: bool, seconds: int | None) -> Comparison:
    """Compare the dtypes of a project at run time with those that mypy states."""

    def settings(name: str) -> str:
        return f"cache_dir = {caches / name}\n\n[jaxtyping-promo]\n" + "x64 = true\n" * x64

    with tempfile.TemporaryDirectory() as name:
        results = Path(name) / "seen"
        results.mkdir()
        project = copied_project(source, Path(name) / "copy", settings("calls"))
        plain = copied_project(source, Path(name) / "plain", settings("no_calls") + "check = off\n")
        with chdir(plain.root):
            without = set(known_places(plain))
        with chdir(project.root):
            places = known_places(project)
            by_file: dict[str, dict[Place, str]] = defaultdict(dict)
            for place, one in places.items():
                by_file[one.path][one.place] = place
            for path, expressions in by_file.items():
                wrap(Path(path), expressions)
            Path(f"{PROBE}.py").write_text(MODULE)
            run_tests(project, arguments, results, seconds)
        values: dict[str, set[str]] = defaultdict(set)
        for file in results.iterdir():
            for place, dtypes in json.loads(file.read_text()).items():
                values[place].update(dtypes)
    seen = [Seen(places[at], value, at not in without) for at in sorted(values) for value in sorted(values[at])]
    return Comparison(len(places), len(places.keys() - without), seen)


def table(comparisons: Iterable[tuple[str, bool, Comparison]]) -> Iterator[str]:
    """The lines of the table of the documentation, from names of projects, whether x64 is configured, and results."""
    yield (
        "| package | x64 configured | expressions | through calls | kinds of values seen | through calls "
        "| declared otherwise | wrong |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    )
    for name, x64, result in comparisons:
        inferred = sum(one.is_inferred for one in result.seen)
        counts = [result.expressions, result.inferred, len(result.seen), inferred]
        verdicts = verdicts_of(name)
        cells = [*counts, len(result.judged(verdicts)), len(result.wrong(verdicts))]
        yield f"| {name} | {'yes' if x64 else 'no'} | {' | '.join(f'{cell:,}' for cell in cells)} |\n"


def main() -> int:
    """Run the command. It returns 1 if a value without a verdict is not as mypy states."""
    command, dashes, arguments = sys.argv[1:], "--", list[str]()
    if dashes in command:
        split = command.index(dashes)
        command, arguments = command[:split], command[split + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("projects", nargs="+", metavar="PROJECT", help="a folder or an installed package")
    parser.add_argument("--x64", action="store_true", help="the plugin's configuration says x64, as the tests do")
    parser.add_argument("--seconds", type=int, help="the longest time for the tests of a project")
    parser.add_argument("--keep", type=Path, help="a folder for mypy's caches")
    parser.add_argument("--write", action="store_true", help="write the table of docs/evidence/tables/real-code.md")
    options = parser.parse_args(command)
    results: list[tuple[str, bool, Comparison]] = []
    with work_folder(options.keep) as caches:
        for name in options.projects:
            with tempfile.TemporaryDirectory() as folder:
                source = Path(name) if Path(name).is_dir() else source_distribution(name, Path(folder))
                result = compare(source.resolve(), arguments, caches, x64=options.x64, seconds=options.seconds)
            results.append((source.name, options.x64, result))
            for one in result.wrong(verdicts_of(source.name)):
                print(f"{one.place}: {one.value}, and not {' | '.join(one.expression.dtypes)}")
            print("".join(table(results[-1:])), flush=True)
    if options.write:
        put(TABLES, "".join(table(results)), BEGIN, END)
    return int(any(result.wrong(verdicts_of(name)) for name, _, result in results))


if __name__ == "__main__":
    sys.exit(main())
