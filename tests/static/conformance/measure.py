"""Runs checkers on the cases, and counts the verdicts."""

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
    """A case, the checker's messages for its line, and the verdict."""

    case: Case
    line: Line
    verdict: Verdict


def judged(checker: Checker, programs: Iterable[Program], folder: Path) -> Iterator[Judged]:
    """Ask a checker about every case of the programs.

    Args:
        checker: the checker.
        programs: the programs, which are written to the folder.
        folder: the folder with the configuration of the checker, if it has one.

    Raises:
        AssertionError: the checker reports an error outside the cases of a generated program, so it has not understood
            the program. In a program written by hand, this error counts as wrong.
    """
    every = list(programs)
    for program in every:
        (folder / program.name).write_text(program.text)
    report = checker.check(*(program.name for program in every), folder=folder)
    for program in every:
        text = program.text.splitlines()
        others = {
            number: answer.errors
            for (file, number), answer in report.lines.items()
            if file == program.name and number not in program.where and "# type: ignore" not in text[number - 1]
        }
        assert not any(others.values()) or program.group, f"{checker.name}, {program.name}: {others}"
        for number in (number for number, errors in others.items() if errors):
            case = Case(program.group, text[number - 1].strip(), None, stated="valid")
            yield Judged(case, report.line(program.name, number), "wrong")
        for number, case in program.where.items():
            line = report.line(program.name, number)
            yield Judged(case, line, verdict(case, line, checker))


def counts(verdicts: Iterable[Judged]) -> dict[str, Counter[str]]:
    """The verdicts by group."""
    counted: dict[str, Counter[str]] = {}
    for one in verdicts:
        counted.setdefault(one.case.group, Counter())[one.verdict] += 1
    return counted
