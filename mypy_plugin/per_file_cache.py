"""What is found in the files under check, kept as long as mypy goes to and fro between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mypy.nodes import MypyFile

T = TypeVar("T")

MOST_FILES = 8
"""The number of files of which it is kept: mypy goes to and fro where they import each other."""


class OfFiles(Generic[T]):
    """What a function finds in each file.

    Args:
        find: the function.
    """

    def __init__(self, find: Callable[[MypyFile], T]) -> None:
        self._find = find
        self._found: dict[MypyFile, tuple[object, T]] = {}
        self._last: tuple[object, T] | None = None

    def __call__(self, tree: MypyFile) -> T:
        """What there is in a file."""
        defs = tree.defs  # mypy's daemon puts new ones into a file
        if self._last is None or self._last[0] is not defs:
            known = self._found.pop(tree, None)
            self._last = known if known is not None and known[0] is defs else (defs, self._find(tree))
            self._found = dict([*self._found.items()][-MOST_FILES:]) | {tree: self._last}
        return self._last[1]
