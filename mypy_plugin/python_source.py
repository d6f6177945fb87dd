"""Parses Python source that mypy itself has not parsed, or no longer holds."""

from __future__ import annotations

import ast
import warnings


def parsed(source: str | bytes) -> ast.Module | None:
    """The syntax tree of a module's source; None if it is no valid Python.

    Python's warnings about the source, such as those about unknown escape sequences, are left to Python itself.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
