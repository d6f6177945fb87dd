"""Keeps comments ``# type: ignore[dtype-range]`` that silence a report only for the dtypes of some calls."""

from __future__ import annotations

from mypy.nodes import Decorator, FuncDef
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType

from ..diagnostics.codes import CODES, Code
from .mypy_compat.messages import use_comment
from .mypy_compat.modules import current_file
from .types.array_types import is_open


def keep_comments(api: CheckerPluginInterface) -> None:
    """Have mypy call no comment with a code of the plugin unused where a call from elsewhere may lead to the report."""
    tree = current_file(api)
    if not api.options.warn_unused_ignores:
        return
    ignored = {line: codes for line, names in tree.ignored_lines.items() if (codes := CODES.keys() & names)}
    if not ignored:
        return
    for _, symbol, _ in tree.local_definitions():
        node = symbol.node
        function = node.func if isinstance(node, Decorator) else node
        if isinstance(function, FuncDef) and _leaves_dtypes_open(function):
            for line in ignored.keys() & range(function.line, (function.end_line or function.line) + 1):
                use_comment(api, line, ignored[line])


def keep_comment(api: CheckerPluginInterface, line: int, code: Code) -> None:
    """Have mypy not call a comment unused in a line that another report names as having the same cause."""
    if code.name in current_file(api).ignored_lines.get(line, ()):
        use_comment(api, line, [code.name])


def _leaves_dtypes_open(function: FuncDef) -> bool:
    signature = function.type
    return not isinstance(signature, CallableType) or any(map(is_open, signature.arg_types))
