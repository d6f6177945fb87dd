"""Static type checkers behind one interface: files in, the messages for each line out."""

from __future__ import annotations

from .checker import Checker, Line, Report
from .mypy import Mypy
from .others import Pyrefly, Ty, Zuban
from .pyright import BasedPyright, Pyright

CHECKERS: dict[str, type[Checker]] = {
    checker.name: checker for checker in (Mypy, Pyright, BasedPyright, Pyrefly, Ty, Zuban)
}
"""Every checker of the tests by name."""

FORKS = {"basedpyright": "pyright"}
"""Checkers that infer types as another checker does. Slow tests ask them only with ``--exhaustive``."""

__all__ = [
    "CHECKERS",
    "FORKS",
    "BasedPyright",
    "Checker",
    "Line",
    "Mypy",
    "Pyrefly",
    "Pyright",
    "Report",
    "Ty",
    "Zuban",
]
