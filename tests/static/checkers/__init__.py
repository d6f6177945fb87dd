"""Static type checkers, each behind one interface: files in, what is said of each line out."""

from __future__ import annotations

from .checker import Checker, Line, Report
from .mypy import Mypy
from .others import Pyrefly, Ty, Zuban
from .pyright import BasedPyright, Pyright

CHECKERS: dict[str, type[Checker]] = {
    checker.name: checker for checker in (Mypy, Pyright, BasedPyright, Pyrefly, Ty, Zuban)
}
"""Every checker that the tests know, by name."""

FORKS = {"basedpyright": "pyright"}
"""Checkers that infer as another does: what takes long they are asked with ``--exhaustive`` alone."""

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
