"""Compares mypy with and without the plugin on programs without arrays, in which both must report the same.

    python -m benchmarks.narrowing mypy/test-data/unit check-narrowing.test check-python310.test

The first argument is a folder with mypy's test data, from mypy's source distribution. The other arguments are patterns
of file names. Each case of the test data becomes a module that imports JAX, and both sides check the same modules. All
lines that only one side reports are printed.

With ``--packages``, the first argument is a folder of packages, and the others are names of packages in it.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .checkers import NO_PLUGIN, PLUGIN
from .measuring import environment
from .narrowing_cases import Case, case_of_package, cases_of_test_data
from .revealed_values import with_reveals, with_second_assignments

OPTIONS = ("--show-column-numbers", "--no-pretty", "--hide-error-context", "--no-error-summary", "--show-traceback")
STRICT = "# mypy: warn-unreachable, check-untyped-defs, strict-equality"
"""The options that report more about narrowed types, as a comment for mypy."""
BATCH = 400
"""The number of cases that mypy checks in one run."""
LINK = "note: See https://"
"""The beginning of a note that mypy prints once in a run, beside an error of any case."""
CRASHED = 2
"""mypy's exit code after an internal error, or an error that ends the whole run."""


class Sides(NamedTuple):
    """mypy's output for a case with the plugin and without it."""

    plain: list[str]
    ours: list[str]

    @property
    def is_same(self) -> bool:
        """Whether both sides report the same."""
        return self.plain == self.ours

    def difference(self) -> Iterator[str]:
        """The lines that only one side reports; ``+`` marks those with the plugin."""
        for line in difflib.ndiff(self.plain, self.ours):
            if line[0] in "+-":
                yield line


class Comparison:
    """Checks cases with and without the plugin.

    Args:
        caches: the folder for mypy's caches.
    """

    def __init__(self, caches: Path) -> None:
        self._caches = caches
        self.failed: list[str] = []
        """The cases that mypy itself cannot check beside others: a syntax error, a crash."""
        for name, config in (("plain", NO_PLUGIN), ("ours", PLUGIN)):
            (caches / name).mkdir(parents=True, exist_ok=True)
            (caches / f"{name}.ini").write_text(config)

    def compare(self, cases: Sequence[Case]) -> Iterator[tuple[Case, Sides]]:
        """mypy's output for each case; cases whose files have the same names are checked one after the other."""
        for batch in _batches(cases):
            yield from self._compare(batch)

    def _compare(self, cases: Sequence[Case]) -> Iterator[tuple[Case, Sides]]:
        with tempfile.TemporaryDirectory() as folder:
            for case in cases:
                case.write(Path(folder))
            plain = self._output("plain", cases, Path(folder))
            ours = self._output("ours", cases, Path(folder)) if plain is not None else None
        if plain is not None and ours is not None:
            for case in cases:
                yield case, Sides(_of_case(case, plain), _of_case(case, ours))
        elif len(cases) > 1:
            middle = len(cases) // 2
            yield from self._compare(cases[:middle])
            yield from self._compare(cases[middle:])
        elif plain is not None:
            yield cases[0], Sides(_of_case(cases[0], plain), ["mypy with the plugin crashes"])
        else:
            self.failed.append(cases[0].name)

    def _output(self, side: str, cases: Sequence[Case], folder: Path) -> list[str] | None:
        """The lines of mypy's output; None if mypy crashes, or an error ends the whole run."""
        arguments = [f"--config-file={self._caches / side}.ini", f"--cache-dir={self._caches / side}", *OPTIONS]
        command = [sys.executable, "-P", "-m", "mypy", *arguments, *(case.file for case in cases)]
        done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
        return None if done.returncode >= CRASHED else done.stdout.splitlines()


def _batches(cases: Iterable[Case]) -> Iterator[list[Case]]:
    """Groups of cases such that no file belongs to two cases of a group."""
    batches: list[tuple[list[Case], set[str]]] = []
    for case in cases:
        for batch, files in batches:
            if len(batch) < BATCH and files.isdisjoint(case.others):
                break
        else:
            batch, files = [], set()
            batches.append((batch, files))
        batch.append(case)
        files.update(case.others)
    return (batch for batch, _ in batches)


def _of_case(case: Case, output: Iterable[str]) -> list[str]:
    """The lines of an output that belong to a case, in the order of the file."""
    files = {case.file, *case.others}
    own = {line for line in output if line.partition(":")[0] in files and LINK not in line}
    return sorted(own, key=lambda line: [(not p.isdigit(), int(p) if p.isdigit() else p) for p in line.split(":", 3)])


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("patterns", nargs="*", default=["check-*.test"])
    parser.add_argument("--packages", action="store_true", help="compare the packages of a folder")
    parser.add_argument("--caches", type=Path, help="a folder that keeps mypy's caches between runs")
    parser.add_argument("--case", help="compare only cases whose names contain this text")
    parser.add_argument("--strict", action="store_true", help=f"add {STRICT!r} to each case")
    parser.add_argument("--reveal", action="store_true", help="reveal the types of variables around each statement")
    parser.add_argument("--again", action="store_true", help="assign each variable again at the end of its function")
    parser.add_argument("--keep", type=Path, help="a folder into which cases with differences are written")
    options = parser.parse_args()
    files = [file for pattern in options.patterns for file in sorted(options.folder.glob(pattern))]
    cases = [case_of_package(file) for file in files] if options.packages else list(cases_of_test_data(files))
    cases = [case for case in cases if options.case is None or options.case in case.name]
    if options.again:
        cases = [case.changed(with_second_assignments) for case in cases]
    if options.reveal:
        cases = [case.changed(with_reveals) for case in cases]
    if options.strict:
        cases = [case.changed(lambda text: f"{STRICT}\n{text}") for case in cases]
    caches = options.caches or Path(tempfile.mkdtemp())
    comparison, different, compared = Comparison(caches.absolute()), 0, 0
    for case, sides in comparison.compare(cases):
        compared += 1
        if not sides.is_same:
            different += 1
            print(f"== {case.name}", *sides.difference(), sep="\n", flush=True)
            if options.keep is not None:
                case.write(options.keep / _fingerprint(case.name))
    if options.caches is None:
        shutil.rmtree(caches)
    print(f"{compared} cases compared, {different} with differences, {len(comparison.failed)} that mypy cannot check")
    print("not checked:", *comparison.failed[:20])


if __name__ == "__main__":
    main()
