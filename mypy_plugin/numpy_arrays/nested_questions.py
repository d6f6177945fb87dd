"""A cache for the questions that mypy asks while the plugin answers a question.

A hook enters `NestedQuestions` before it asks mypy for a type.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class NestedQuestions(Generic[K, V]):
    """A cache that lasts until the outermost question has its answer.

    The answers depend on what mypy knows at the moment, so they must not outlive the question.

    Attributes:
        answers: the answers by the keys of their questions; empty outside questions.
        depth: the number of questions that wait for an answer.
    """

    def __init__(self) -> None:
        self.answers: dict[K, V] = {}
        self.depth = 0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Keep the answers to nested questions."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            if not self.depth:
                self.answers.clear()
