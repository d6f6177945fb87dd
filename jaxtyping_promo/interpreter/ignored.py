"""Comments that allow a finding: ``# type: ignore[policy-softmax]``, or ``# jaxtyping-promo: ignore[policy-softmax]``.

Only comments that name the code count, so that those for other checkers silence nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .modules import Source
from .places import Place

if TYPE_CHECKING:
    from .run import Run

COMMENT: Final = re.compile(r"#\s*(type|jaxtyping-promo):\s*ignore\[([\w\-\s,]+)\]")
MOST_LINES: Final = 40
"""The most lines of an expression whose comments are read."""


def is_ignored(run: Run, place: Place, code: str, *, is_checked_by_mypy: bool = False) -> bool:
    """Whether a comment on a line of an expression allows a finding of a code.

    Args:
        run: the run.
        place: the expression.
        code: the name of the code.
        is_checked_by_mypy: whether mypy itself reads the ``# type: ignore`` comments of that file.
    """
    source = run.models.get(("source", place.path))
    if not isinstance(source, Source):
        return False
    last = min(place.end_line, place.line + MOST_LINES)
    lines = map(source.line, range(place.line, last + 1))
    return any(code in ignored_codes(line, is_checked_by_mypy=is_checked_by_mypy) for line in lines)


def ignored_codes(line: str, *, is_checked_by_mypy: bool = False) -> frozenset[str]:
    """The codes that the comments of a line name; see `is_ignored`."""
    if "ignore[" not in line:
        return frozenset()
    matches = (match for match in COMMENT.finditer(line) if not (is_checked_by_mypy and match[1] == "type"))
    return frozenset(code.strip() for match in matches for code in match[2].split(","))
