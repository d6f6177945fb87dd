"""Writes the generated part of a page of docs/."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def rewrite(page: Path, begin: str, end: str, lines: Iterable[str]) -> None:
    """Replace the lines between two marks of a page."""
    head, _, rest = page.read_text(encoding="utf-8").partition(begin)
    tail = rest.partition(end)[2]
    page.write_text("\n".join([f"{head}{begin}", "", *lines, "", f"{end}{tail}"]), encoding="utf-8")
