"""Caches facts that are read from files, as long as the files stay the same.

Decorate a function of a file's path with `once_per_version`. `per_file_cache` is for files that mypy has parsed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeAlias, TypeVar, TypeVarTuple

Others = TypeVarTuple("Others")
T = TypeVar("T")
Missing = TypeVar("Missing")

FileVersion: TypeAlias = tuple[int, int]
"""A file's time of change in nanoseconds, and its size. An editor or formatter changes at least one of them."""


def file_version(path: str) -> FileVersion | None:
    """The version of a file; None if the file does not exist or can't be accessed."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # a path with a NUL is a ValueError
        return None
    return status.st_mtime_ns, status.st_size


def once_per_version(
    most: int, missing: Missing
) -> Callable[[Callable[[str, *Others], T]], Callable[[str, *Others], T | Missing]]:
    """A decorator for a function of a file's path and other arguments, which reads each version of the file once.

    Args:
        most: the number of results that are kept.
        missing: the result for a file that can't be accessed.
    """

    def decorated(read: Callable[[str, *Others], T]) -> Callable[[str, *Others], T | Missing]:
        @lru_cache(most)
        def read_version(version: FileVersion, path: str, others: tuple[*Others]) -> T:
            return read(path, *others)

        @wraps(read)
        def read_once(path: str, *others: *Others) -> T | Missing:
            version = file_version(path)
            return missing if version is None else read_version(version, path, others)

        return read_once

    return decorated
