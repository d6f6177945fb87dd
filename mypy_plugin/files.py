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
        self._found: dict[
            MypyFile, tuple[object, T]
        ] = {}  # with the statements: mypy's daemon puts new ones into a file

    def __call__(self, tree: MypyFile) -> T:
        """What there is in a file."""
        defs, found = self._found.get(tree, (None, None))
        if found is None or defs is not tree.defs:
            found = self._find(tree)
            self._found = dict([*self._found.items()][-MOST_FILES:]) | {tree: (tree.defs, found)}
        return found
