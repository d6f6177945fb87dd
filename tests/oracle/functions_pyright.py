"""Writes the table of pyright in docs/evidence/functions.md: every dtype and pair in every function, without a plugin.

``python tests/oracle/functions_pyright.py`` checks the calls of `functions_report` in pyright, with x64 off. It takes a
quarter of an hour. docs/evidence/conformance.md has the results of the other checkers for some of the same calls.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("static", "oracle", "shared")]

from checkers import Pyright
from conformance import functions
from conformance.case import Case
from conformance.measure import Judged, judged
from conformance.program import programs
from functions_report import family
from oracles.functions import functions_with_a_rule
from pages import rewrite

PAGE = Path(__file__).parents[2] / "docs" / "evidence" / "functions.md"
TABLES = PAGE.parent / "tables" / "functions.md"
BEGIN, END = "<!-- generated: python tests/oracle/functions_pyright.py -->", "<!-- end of pyright's table -->"


def measure() -> dict[str, Counter[str]]:
    """The verdicts by module."""
    counts: dict[str, Counter[str]] = {}
    asked: set[Case] = set()
    for module, names in groupby(sorted(functions_with_a_rule()), key=lambda name: name.rpartition(".")[0]):
        cases = [case for case in functions.cases(tuple(names), exhaustive=True) if case not in asked]
        asked.update(cases)
        with TemporaryDirectory() as folder:
            for one in judged(Pyright(), programs(dict.fromkeys(cases)), Path(folder)):
                counts.setdefault(module, Counter())[one.verdict] += 1
                report(one)
        print(f"{module}: {dict(counts.get(module, {}))}", flush=True)
    return counts


def report(one: Judged) -> None:
    """Print a wrong answer."""
    if one.verdict == "wrong":
        print(f"  {one.case.code}: {one.line}, JAX: {one.case.dtypes}")


def table(counts: dict[str, Counter[str]]) -> Iterator[str]:
    """The lines of the generated part."""
    yield "| module | tried | right | unknown | wrong | right of those tried |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    total: Counter[str] = Counter()
    for module, verdicts in sorted(counts.items()):
        total += verdicts
        yield row(f"`{module}`", verdicts)
    yield row("all", total)


def families(counts: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    """The verdicts by package."""
    by_package: dict[str, Counter[str]] = {}
    for module, counted in counts.items():
        by_package.setdefault(family(module), Counter()).update(counted)
    return by_package


def row(title: str, counts: Counter[str]) -> str:
    """A line of the table."""
    numbers = (counts.total(), counts["right"], counts["unknown"], counts["wrong"])
    return (
        f"| {title} | {' | '.join(f'{n:,}' for n in numbers)} | {int(1000 * counts['right'] / counts.total()) / 10} % |"
    )


if __name__ == "__main__":
    measured = measure()
    rewrite(PAGE, BEGIN, END, table(families(measured)))
    rewrite(TABLES, BEGIN, END, table(measured))
