"""The functions that mypy is checking."""

from __future__ import annotations

from mypy.nodes import Block, FuncDef, MypyFile
from mypy.plugin import CheckerPluginInterface

from .checker import checker_of


def code_under_check(api: CheckerPluginInterface) -> MypyFile | Block:
    """The body of the innermost function with a name that mypy is checking, or the file."""
    # mypy 2.4: the interface shows no functions.
    checker = checker_of(api)
    functions = (item for item in reversed(checker.scope.stack) if isinstance(item, FuncDef))
    return next((function.body for function in functions), checker.tree)
