"""Caches facts about the files that mypy is checking, for the files that it alternates between.

Decorate a function of a file with `OfFiles`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mypy.nodes import MypyFile

T = TypeVar("T")

MOST_FILES = 64
"""The number of files whose facts are kept: mypy alternates between files that import each other,
and the plugin between files whose functions call each other.

On brax, mypy takes 0.94 times as long with 64 files as with 8, and 1.03 times the memory.
"""


class OfFiles(Generic[T]):
    """A function of a file whose results are cached for the last `MOST_FILES` files.

    Args:
        find: the function.
    """

    def __init__(self, find: Callable[[MypyFile], T]) -> None:
        self._find = find
        self._cached: dict[MypyFile, tuple[object, T]] = {}
        self._last: tuple[object, T] | None = None

    def __call__(self, tree: MypyFile) -> T:
        """The function's result for a file."""
        defs = tree.defs  # mypy's daemon replaces the statements of a file that has changed
        if self._last is None or self._last[0] is not defs:
            cached = self._cached.pop(tree, None)
            self._last = cached if cached is not None and cached[0] is defs else (defs, self._find(tree))
            self._cached = dict([*self._cached.items()][-MOST_FILES:]) | {tree: self._last}
        return self._last[1]
