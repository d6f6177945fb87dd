"""What a checker's answer comes to: right, unknown or wrong."""

from __future__ import annotations

import re
from typing import Literal

from checkers import Checker, Line

from .case import Case

Verdict = Literal["right", "unknown", "wrong"]
DTYPE = re.compile(r"(?<!\w)Array\[([^\[\]]*)\]")
SILENT = ("Any", "Unknown", "", "generic", "inexact", "number", "integer", "floating", "Todo")
"""Type arguments that say nothing of a dtype, or only its category."""


def verdict(case: Case, line: Line, checker: Checker) -> Verdict:
    """Judge a checker's answer.

    A case that JAX takes is wrong if there is an error, or an array of another dtype; one that JAX rejects is wrong if
    the answer is an array with a dtype.
    """
    if not line.revealed and not line.errors:
        return "wrong"  # it has not seen the line
    revealed = " ".join(line.revealed)
    found = [part.strip() for text in DTYPE.findall(revealed) for part in text.split("|")]
    if case.dtypes is None:
        if line.errors or revealed == "Never":
            return "right"
        if not known(found):
            return "unknown"
        return "right" if _covered(case, found, checker) else "wrong"
    if line.errors:
        return "wrong"
    if _same(case.dtypes, found):
        return "right"
    if _covered(case, found, checker):
        return "right"
    if revealed == "Never" or any(f not in SILENT and f not in case.dtypes for f in found):
        return "wrong"
    if len(case.dtypes) > 1 and len(found) == len(case.dtypes):
        pairs = zip(found, case.dtypes, strict=True)
        return "unknown" if all(f in SILENT or f == dtype for f, dtype in pairs) else "wrong"
    return "unknown"


def known(found: list[str]) -> bool:
    """Whether the answer names a dtype."""
    return any(dtype not in SILENT for dtype in found)


def _same(dtypes: tuple[str, ...], found: list[str]) -> bool:
    if len(set(dtypes)) == 1:
        return bool(found) and set(found) == set(dtypes)
    return tuple(found) == dtypes


def _covered(case: Case, found: list[str], checker: Checker) -> bool:
    """Whether the answer is right for a scalar that is an `int` as well as for one of its declared type."""
    if not checker.float_is_int_or_float or not case.of_an_int:
        return False
    possible = {dtype for dtypes in (case.dtypes, *case.of_an_int) for dtype in dtypes or ()}
    return bool(found) and set(case.dtypes or ()) <= set(found) <= possible
