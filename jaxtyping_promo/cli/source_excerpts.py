"""Quotes an expression of a source file in one line: ``jnp.where(mask, x, ...``."""

from __future__ import annotations

LONGEST = 60
"""The number of characters of the longest excerpt."""


class Excerpts:
    """The texts of expressions. Each file is read once."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}

    def text(self, path: str, line: int, column: int, end_line: int, end_column: int) -> str:
        """The text between two places of a file, in one line and cut after `LONGEST` characters; empty if unknown.

        Whole lines if they have other characters than ASCII: mypy's parsers disagree about the columns behind these.

        Args:
            path: the file.
            line, column: the first character. Both count from 1.
            end_line, end_column: the place just after the last character.
        """
        if path not in self._lines:
            self._lines[path] = _lines_of(path)
        lines = self._lines[path]
        if not 0 < line <= end_line <= len(lines):
            return ""
        part = lines[line - 1 : end_line]
        if all(map(str.isascii, part)):
            part[-1] = part[-1][: end_column - 1]
            part[0] = part[0][column - 1 :]
        text = " ".join(" ".join(part).split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3].rstrip()}..."


def _lines_of(path: str) -> list[str]:
    """The lines of a file; none if it cannot be read."""
    import tokenize

    try:
        with tokenize.open(path) as file:
            return file.read().split("\n")
    except (OSError, SyntaxError, UnicodeDecodeError):
        return []
