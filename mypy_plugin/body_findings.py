"""Reports in the body of a called function, which are collected and repeated at the call.

While mypy checks a body for the dtypes of a call, `report` adds its reports to `findings_by_body`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import NamedTuple

from ..diagnostics.codes import CODES, ERROR, NOTE, Code
from .mypy_codes import link_line
from .mypy_compat.messages import ErrorInfo


class Finding(NamedTuple):
    """A report in the body of a function that mypy checks with the dtypes of a call.

    Attributes:
        code: the code.
        is_rejected: whether JAX raises an error there; otherwise it computes a result that may surprise the user.
        message, advice: the texts; `message` begins with the place if that is in another function.
        line, column, end_line: the place in the body: of the problem, or of a call of the function that has it.
        is_inner: whether the problem is in a function that the body calls.
    """

    code: Code
    is_rejected: bool
    message: str
    advice: str | None
    line: int
    column: int
    end_line: int | None
    is_inner: bool


findings_by_body: list[list[Finding]] = []
"""The findings in the bodies that mypy is checking for a call, the innermost body last."""


@contextmanager
def findings_collected() -> Iterator[list[Finding]]:
    """Collect reports instead of showing them."""
    collected: list[Finding] = []
    findings_by_body.append(collected)
    try:
        yield collected
    finally:
        findings_by_body.pop()


def findings_of(errors: Iterable[ErrorInfo]) -> Iterator[Finding]:
    """The errors of this plugin that mypy has reported in a body, with their advice."""
    for info, following in pairwise([*errors, None]):
        if info is None or info.severity != ERROR or info.code is None or (code := CODES.get(info.code.code)) is None:
            continue
        has_note = following is not None and following.severity == NOTE and following.code == info.code
        note = following.message if following is not None and has_note else None
        advice = None if note == link_line(code) else note
        yield Finding(code, True, info.message, advice, info.line, info.column, info.end_line, is_inner=False)
