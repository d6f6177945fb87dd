"""Programs of cases, with one `reveal_type` on each line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .case import HEADER, Case, annotation

BLOCK = 50
"""The maximal number of lines in one function: checkers give up on long functions."""
FILE = 4_000
"""The maximal number of lines in one file."""
VARIABLE = re.compile(r"\b[apntv]_\w+(?!\w*=)")


class Program(NamedTuple):
    """A file of cases by line."""

    name: str
    text: str
    where: dict[int, Case]
    group: str = ""
    """The group of its cases, if the program is written by hand."""


def programs(cases: Iterable[Case], definitions: str = "") -> Iterator[Program]:
    """Files with all cases.

    Args:
        cases: the cases.
        definitions: source code that stands before them.
    """
    for number, some in enumerate(_chunks(tuple(cases), FILE)):
        lines = f"{HEADER}{definitions}".splitlines()
        where = {}
        for index, block in enumerate(_chunks(some, BLOCK)):
            used = dict.fromkeys(name for case in block for name in VARIABLE.findall(case.code))
            lines += ["", f"def block_{index}(", *(f"    {name}: {annotation(name)}," for name in used), ") -> None:"]
            for case in block:
                # After an expression of type Never, code is unreachable, and checkers reveal nothing.
                lines.append(f"    if maybe(): reveal_type({case.code})")
                where[len(lines)] = case
        yield Program(f"program_{number}.py", "\n".join([*lines, ""]), where)


def _chunks(cases: Sequence[Case], size: int) -> Iterator[Sequence[Case]]:
    return (cases[start : start + size] for start in range(0, len(cases), size))
