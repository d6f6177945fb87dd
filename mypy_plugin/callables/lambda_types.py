"""Caches mypy's answers about lambdas while mypy checks the expression that contains them.

Nested lambdas are checked by each function that receives them. A lambda's result depends on the types of its
parameters, and on the types of the variables in its body. With the same types, the answer is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import TypeVar

from mypy.nodes import Context, Expression, Var
from mypy.plugin import CheckerPluginInterface
from mypy.traverser import all_name_and_member_expressions

from ..contexts import AnyContext, AnySigContext
from ..flow.binder import redeclarations
from ..mypy_compat.binder import narrowed_types
from ..mypy_compat.expressions import is_deferred
from ..mypy_compat.messages import errors_watched, saw_errors
from ..mypy_compat.modules import current_file
from ..types.expression_types import running_trials

MOST_LAMBDAS = 1024
"""The number of lambdas whose variables are cached."""

A = TypeVar("A")


class _Answers:
    """The answers about the lambdas in one outermost expression.

    Attributes:
        known: the answers by the lambda, its parameters and the variables in it.
        lines: the file and the lines of the call that asked first, and of calls that overlap it.
        depth: the number of nested questions that are being answered.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, object] = {}
        self.lines: tuple[object, int, int] = (None, 0, 0)
        self.depth = 0

    def start(self, tree: object, place: Context) -> None:
        """Forget the answers if a question is about another expression."""
        first, last = place.line, place.end_line or place.line
        file, begin, end = self.lines
        if file is not tree or last < begin or end < first:
            self.known.clear()
            self.lines = (tree, first, last)
        else:
            self.lines = (tree, min(first, begin), max(last, end))


_ANSWERS = _Answers()


def remembered(ctx: AnyContext | AnySigContext, expression: Expression, question: Hashable, ask: Callable[[], A]) -> A:
    """mypy's answer to a question about a lambda, or a call with a lambda; each question is asked once.

    Args:
        ctx: the call that asks. While mypy checks it, the answers about all of its lambdas are kept.
        expression: the lambda or the call.
        question: identifies the question; includes the types of the parameters or arguments.
        ask: asks mypy. An answer with an error is not cached, so that mypy reports the error again.
    """
    api = ctx.api
    if is_deferred(api):
        return ask()
    if _ANSWERS.depth == 0:
        _ANSWERS.start(current_file(api), ctx.context)
    key = (expression, question, running_trials(), redeclarations(api), *_variables(api, expression))
    if key in _ANSWERS.known:
        return _ANSWERS.known[key]  # type: ignore[return-value]
    _ANSWERS.depth += 1
    try:
        with errors_watched(api, are_hidden=False) as errors:
            answer = ask()
    finally:
        _ANSWERS.depth -= 1
    if not saw_errors(errors):
        _ANSWERS.known[key] = answer
    return answer


def _variables(api: CheckerPluginInterface, expression: Expression) -> Iterator[Hashable]:
    """The types of the outer variables in an expression, declared and narrowed."""
    variables = _free(expression)
    for variable in variables:
        yield variable.type
    for key, narrowed in narrowed_types(api):
        if _root(key) in variables:
            yield key, narrowed


def _root(key: tuple[object, ...]) -> object:
    """The variable in the key of an expression that mypy's binder narrows: `x` of ``x.y[0]``."""
    inner = key[1]
    while isinstance(inner, tuple):
        inner = inner[1]
    return inner


@lru_cache(MOST_LAMBDAS)
def _free(expression: Expression) -> dict[Var, None]:
    """The variables in an expression, except the parameters of its lambdas."""
    names, _ = all_name_and_member_expressions(expression)
    return {name.node: None for name in names if isinstance(name.node, Var) and not _is_in(name.node, expression)}


def _is_in(variable: Var, expression: Expression) -> bool:
    """Whether a variable is defined inside an expression."""
    begin = (expression.line, expression.column)
    end = (expression.end_line or 0, expression.end_column or 0)
    return begin <= (variable.line, variable.column) < end
