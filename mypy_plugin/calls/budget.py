"""The number of lines of functions' bodies that the plugin checks for the calls of one module.

The budget depends on the files alone, never on time or on mypy's cache. So the results of calls are the same in every
run: cold, warm, with workers and in mypy's daemon.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mypy.nodes import ExpressionStmt, FuncItem, MypyFile, StrExpr

LINES_OF_MODULE = 1_000
"""The budget of a module that stands alone. mypy checks about 500 lines in a second."""
LINES_OF_LIBRARIES = 1_000
"""The budget of a module for the bodies of installed packages' functions: the layers of a model, and the like."""
LINES_OF_PACKAGE = 10_000
"""The shared budget of all modules of a package. A module may always cost a quarter of its own lines."""


def line_budget(tree: MypyFile) -> int:
    """The number of lines that the calls of a module may cost. Functions that the called functions call count, too."""
    end = (tree.defs[-1].end_line or 0) if tree.defs else 0
    return max(end // 4, min(LINES_OF_MODULE, LINES_OF_PACKAGE // _files_of_package(tree.fullname, tree.path)))


def lines_of_function(function: FuncItem) -> int:
    """The number of lines of a function of the program, whose budget depends on all lines of its files."""
    return (function.end_line or function.line) - function.line + 1


def lines_of_body(function: FuncItem) -> int:
    """The number of lines of a library function's body without its docstring, which is long in many packages."""
    statements = function.body.body
    if statements and isinstance(first := statements[0], ExpressionStmt) and isinstance(first.expr, StrExpr):
        statements = statements[1:]
    return (function.end_line or function.line) - statements[0].line + 1 if statements else 1


@lru_cache(64)
def _files_of_package(fullname: str, path: str) -> int:
    """The number of Python files in the package that a module belongs to; 1 for a module outside of packages."""
    above = fullname.count(".") - (Path(path).stem != "__init__")
    if above < 0:
        return 1
    return max(1, sum(1 for _ in Path(path).parents[above].rglob("*.py")))
