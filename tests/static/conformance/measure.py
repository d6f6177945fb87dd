"""Runs checkers on the cases, and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from checkers import Checker, Line

from .case import Case
from .program import Program
from .verdict import Verdict, verdict


class Judged(NamedTuple):
    """A case, what a checker says of it, and what that comes to."""

    case: Case
    line: Line
    verdict: Verdict


def judged(checker: Checker, programs: Iterable[Program], folder: Path) -> Iterator[Judged]:
    """Every case of the programs.

    Args:
        checker: whom to ask.
        programs: the programs, which are written to the folder.
        folder: where the configuration of the checker is, if it has one.

    Raises:
        AssertionError: the checker has an error where no case is; then it has not understood the program.
    """
    for program in programs:
        (folder / program.name).write_text(program.text)
        report = checker.check(program.name, folder=folder)
        others = {line: said.errors for (_, line), said in report.lines.items() if line not in program.where}
        text = program.text.splitlines()
        others = {n: errors for n, errors in others.items() if errors and "# type: ignore" not in text[n - 1]}
        assert not others, f"{checker.name}, {program.name}: {others}"
        for number, case in program.where.items():
            line = report.line(program.name, number)
            yield Judged(case, line, verdict(case, line, checker))


def counts(found: Iterable[Judged]) -> dict[str, Counter[str]]:
    """The verdicts by group."""
    counted: dict[str, Counter[str]] = {}
    for one in found:
        counted.setdefault(one.case.group, Counter())[one.verdict] += 1
    return counted
