"""Judges a checker's answer: right, unknown, wrong, or given by another package's stub.

If JAX accepts the case, an answer is wrong if it is an error, or leaves out JAX's result. If JAX rejects the case, an
answer is wrong if it is an array with a dtype.
"""

from __future__ import annotations

import ast
import re
from typing import Literal, get_args

from checkers import Checker, Line

from jaxtyping_promo import get_system
from jaxtyping_promo.dtypes import CATEGORIES

from .case import Case

Verdict = Literal["right", "unknown", "wrong", "theirs"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
DTYPE = re.compile(r"(?<!\w)Array\[([^\[\]]*)\]")
UNKNOWN = re.compile(r"\b(?:Any|Unknown|Todo)\b|(?<!\w)Array(?!\w|\[)")
SILENT = ("Any", "Unknown", "", "Todo", *CATEGORIES)
"""Type arguments without a dtype, or with only its category."""


def verdict(case: Case, line: Line, checker: Checker) -> Verdict:
    """Judge a checker's answer. An answer that may be any array is never wrong."""
    judgement = _verdict(case, line, checker)
    is_open = any("Array[Any]" in revealed.split(" | ") for revealed in line.revealed)
    return "unknown" if judgement == "wrong" and is_open and not line.errors else judgement


def _verdict(case: Case, line: Line, checker: Checker) -> Verdict:
    if case.statement:
        return "right" if line.errors else "unknown"
    if not line.revealed and not line.errors:
        return "wrong"  # the checker has skipped the line
    # Remove the scope of type variables, and the types excluded by narrowing.
    revealed = re.sub(r"@\w+|`-?\d+| & ~Array\[\w+\]", "", " ".join(line.revealed))
    revealed = re.sub(r"\((\w+)\*?\)|\b(float|complex)\*", r"\1\2", revealed)
    dtypes = [part.strip() for text in DTYPE.findall(revealed) for part in text.split("|")]
    if case.stated:
        return "wrong" if line.errors else _stated(case, revealed, dtypes, checker)
    if case.claimed and not line.errors and not dtypes:
        return "unknown" if UNKNOWN.search(revealed) and "[" not in revealed else "theirs"
    if case.dtypes is None:
        if case.other and _alternatives(revealed) == _alternatives(case.other):
            return "right" if line.errors else "unknown"
        if line.errors or revealed == "Never":
            return "right"
        if _covered(case, dtypes, checker):
            return "right"
        return "wrong" if any(d not in SILENT for d in dtypes) else "unknown"
    if line.errors or revealed == "Never":
        return "wrong"
    if _same(case.dtypes, dtypes) or _covered(case, dtypes, checker):
        return "right"
    if len(dtypes) == len(case.dtypes):
        pairs = zip(dtypes, case.dtypes, strict=True)
        return "unknown" if all(f in SILENT or f == dtype for f, dtype in pairs) else "wrong"
    return "wrong" if any(f not in SILENT and f not in case.dtypes for f in dtypes) else "unknown"


def _same(dtypes: tuple[str, ...], answered: list[str]) -> bool:
    if len(set(dtypes)) == 1:
        return bool(answered) and set(answered) == set(dtypes)
    return tuple(answered) == dtypes


def _covered(case: Case, answered: list[str], checker: Checker) -> bool:
    """Whether the answer is right for a scalar that holds an `int`, as well as for a scalar of its declared type."""
    if not checker.float_is_int_or_float or not case.of_an_int:
        return False
    possible = {dtype for dtypes in (case.dtypes, *case.of_an_int) for dtype in dtypes or ()}
    # A union of a weak array and an array of its default dtype counts as the latter.
    covered = {weak for weak, default in get_system("jax").defaults.items() if default in answered}
    return bool(answered) and set(case.dtypes or ()) <= covered.union(answered) and set(answered) <= possible


def _stated(case: Case, revealed: str, dtypes: list[str], checker: Checker) -> Verdict:
    if checker.float_is_int_or_float:
        revealed = revealed.replace("int | float | complex", "complex").replace("int | float", "float")
    revealed = revealed.replace("float | int", "float")
    if _alternatives(revealed) == _alternatives(case.stated):
        return "right"
    if case.other and _alternatives(revealed) <= _alternatives(case.other):
        return "right"
    if case.claimed and not UNKNOWN.fullmatch(revealed):
        return "theirs"
    if "Any" in case.stated and UNKNOWN.search(revealed):
        return "right"
    stated = DTYPE.findall(case.stated)
    allowed = {*SILENT, *(part.strip() for text in stated for part in text.split("|"))}
    if revealed == "Never" or not allowed.issuperset(dtypes):
        return "wrong"
    return "unknown" if UNKNOWN.search(revealed) or set(dtypes) & set(SILENT) else "wrong"


def _alternatives(text: str) -> frozenset[str]:
    """The members of a union. Each array has one dtype, and `Never` is left out. Other text is one member."""
    try:
        members = frozenset(map(ast.unparse, _members(ast.parse(text, mode="eval").body)))
    except SyntaxError:
        return frozenset([text])
    return members - {"Never"} or members


def _members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*_members(node.left), *_members(node.right)]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Array":
        return [ast.Subscript(node.value, dtype, node.ctx) for dtype in _members(node.slice)]
    return [node]
