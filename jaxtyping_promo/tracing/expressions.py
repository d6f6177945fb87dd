"""Rewrites a program so that each expression hands its value to a recorder, and computes as before.

An expression ``x + y`` becomes ``record(3, record(1, x) + record(2, y))``. Statements, scopes, positions and the
order of evaluation stay as they are.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any, Final

RECORDER: Final = "__jaxtyping_promo_record__"
"""The name of the recorder among the builtins. The underscores at the end keep classes from mangling it."""

RECORDED: Final = (
    ast.Attribute, ast.Await, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.IfExp, ast.Name, ast.NamedExpr,
    ast.Subscript, ast.UnaryOp, ast.Yield, ast.YieldFrom,
)  # fmt: skip
"""The classes of expressions whose value may be an array."""
COUNTS_F_STRINGS: Final = sys.version_info >= (3, 12)
"""Whether the positions of expressions in f-strings are right."""
NEVER_ARRAYS: Final = frozenset(("super", "__debug__", "__class__", "True", "False", "None"))


class Rewriter(ast.NodeTransformer):
    """Wraps the expressions of a module in calls of the recorder.

    Args:
        numbered: returns the number of an expression, which the recorder receives with its value.
        in_assertions: whether to wrap what ``assert`` tests, too.
    """

    def __init__(self, numbered: Callable[[ast.expr], int], *, in_assertions: bool = True) -> None:
        self._numbered, self._in_assertions = numbered, in_assertions

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.pattern | ast.type_param if sys.version_info >= (3, 12) else ast.pattern):
            return node
        rewritten = super().visit(node)
        if not isinstance(node, RECORDED) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return rewritten
        if isinstance(node, ast.Name) and node.id in NEVER_ARRAYS:
            return rewritten
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
            return rewritten
        call = ast.Call(ast.Name(RECORDER, ast.Load()), [ast.Constant(self._numbered(node)), rewritten], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """The called function is no array: only what it is an attribute of may be one."""
        if isinstance(node.func, ast.Attribute):
            node.func.value = self.visit(node.func.value)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Decorators and annotations stay as they are."""
        self._visit_function(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        self._visit_function(node)
        return node

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        node.args.kw_defaults = [default and self.visit(default) for default in node.args.kw_defaults]
        node.body = [self.visit(statement) for statement in node.body]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Decorators and base classes stay as they are."""
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        if self._in_assertions:
            self.generic_visit(node)
        return node

    def visit_TypeAlias(self, node: ast.AST) -> ast.AST:
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        if COUNTS_F_STRINGS:
            self.generic_visit(node)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        node.value = self.visit(node.value)
        if isinstance(node.format_spec, ast.JoinedStr):
            node.format_spec = self.visit_JoinedStr(node.format_spec)
        return node


def rewritten(tree: ast.Module, numbered: Callable[[ast.expr], int], *, in_assertions: bool = True) -> ast.Module:
    """Rewrite a module.

    Args:
        tree: the module; its nodes are changed.
        numbered: returns the number of an expression.
        in_assertions: whether to wrap what ``assert`` tests, too.
    """
    module: ast.Module = Rewriter(numbered, in_assertions=in_assertions).visit(tree)
    return module
