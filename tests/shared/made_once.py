"""Slow values that several tests need, computed once in a test run, even if the run has several processes.

Outside a test run, as in the programs that write reports in `docs/`, each process computes them once.
"""

from __future__ import annotations

import atexit
import hashlib
import pickle
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from filelock import FileLock

P = ParamSpec("P")
T = TypeVar("T")

_folders: list[Path] = []
"""The folder that all processes of this test run share, if there is one."""


def shared_folder() -> Path:
    """The folder in which the processes of this test run share values."""
    if not _folders:
        own = TemporaryDirectory(prefix="jaxtyping-promo-")
        atexit.register(own.cleanup)
        _folders.append(Path(own.name))
    return _folders[0]


def use_folder(folder: Path) -> None:
    """Share values with all processes that use the same folder. This must be called before any value is computed."""
    _folders[:] = [folder]


def value_made_once(function: Callable[P, T]) -> Callable[P, T]:
    """A function that computes its value once per arguments, which need a `repr`. The value must be picklable."""

    @wraps(function)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        name = f"{function.__module__}.{function.__qualname__}{args}{sorted(kwargs.items())}"

        def write(folder: Path) -> None:
            (folder / "value").write_bytes(pickle.dumps(function(*args, **kwargs)))

        return _read(folder_made_once(name, write))

    return made


@cache
def _read(folder: Path) -> object:
    return pickle.loads((folder / "value").read_bytes())


def folder_made_once(name: str, write: Callable[[Path], object]) -> Path:
    """A folder that is written once. Nobody may change its contents.

    Args:
        name: the description of its contents. Each name has its own folder.
        write: writes the contents.
    """
    folder = shared_folder() / hashlib.sha256(name.encode()).hexdigest()[:16]
    with FileLock(f"{folder}.lock"):
        done = folder / "done"
        if not done.exists():
            (folder / "made").mkdir(parents=True)
            write(folder / "made")
            done.touch()
    return folder / "made"
