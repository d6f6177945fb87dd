"""Counts the promotions, truncations, scatter casts and refusals of a program by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from . import classification
from .events import REFUSAL, TRUNCATION, Event
from .operands import Seen
from .positions import Position

Key = tuple[Position, tuple[str, ...], tuple[str, ...], str, str, str]


class Promotions:
    """What JAX did at each position, and how often.

    Attributes:
        elsewhere: the number of events in other packages, by package.
    """

    def __init__(self) -> None:
        self.elsewhere: Counter[str] = Counter()
        self._counts: Counter[Key] = Counter()
        self._bytes: Counter[Key] = Counter()

    def record(self, position: Position, function: str, event: Event, own: tuple[Seen, ...]) -> None:
        """Count an event at a position.

        Args:
            position: the expression of the program.
            function: the function of JAX.
            event: the event.
            own: the program's operands.
        """
        names = classification.codes_of(event, function, own)
        if not names:
            return
        texts = tuple(seen.text for seen in own) if own else (event.message,) * (event.kind == TRUNCATION)
        message = event.message if event.kind == REFUSAL else ""
        key = (position, names, texts, event.result, function, message)
        self._counts[key] += 1
        self._bytes[key] += classification.wasted_bytes(event, own)

    def record_elsewhere(self, package: str) -> None:
        """Count an event in a package that is no part of the program."""
        self.elsewhere[package] += 1

    def rows(self) -> list[dict[str, Any]]:
        """The records for JSON, worst first."""
        return sorted(self._rows(), key=lambda row: (classification.rank(row["code"]), -row["bytes"], row["path"],
                                                     row["line"], row["column"]))  # fmt: skip

    def _rows(self) -> Iterator[dict[str, Any]]:
        for key, count in self._counts.items():
            position, names, texts, result, function, message = key
            yield {
                **position._asdict(),
                "code": names[0],
                "codes": list(names),
                "operands": list(texts),
                "result": result or None,
                "function": function,
                "message": message or None,
                "count": count,
                "bytes": self._bytes[key],
            }
