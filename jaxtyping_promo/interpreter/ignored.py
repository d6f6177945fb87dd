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

COMMENT: Final = re.compile(r"#\s*(?:type|jaxtyping-promo):\s*ignore\[([\w\-\s,]+)\]")
MOST_LINES: Final = 40
"""The most lines of an expression whose comments are read."""


def is_ignored(run: Run, place: Place, code: str) -> bool:
    """Whether a comment on a line of an expression allows a finding of a code."""
    source = run.models.get(("source", place.path))
    if not isinstance(source, Source):
        return False
    last = min(place.end_line, place.line + MOST_LINES)
    return any(code in ignored_codes(source.line(number)) for number in range(place.line, last + 1))


def ignored_codes(line: str) -> frozenset[str]:
    """The codes that the comments of a line name."""
    if "ignore[" not in line:
        return frozenset()
    return frozenset(code.strip() for match in COMMENT.finditer(line) for code in match[1].split(","))
