"""Answers of mypy about lambdas, kept while it checks the expression that they stand in.

A lambda within others is asked about by each function that these are passed to. What it returns depends on the types
of its parameters, and on the types of the variables of which its body speaks; with the same types it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import TypeVar

from mypy.nodes import Context, Expression, Var
from mypy.plugin import CheckerPluginInterface
from mypy.traverser import all_name_and_member_expressions

from ..flow.binder import redeclarations
from ..mypy_compat import current_file, is_deferred, narrowed_types
from ..types.expression_types import running_trials

MOST_LAMBDAS = 1024
"""The number of lambdas of which it is remembered which names are in them."""

A = TypeVar("A")


class _Answers:
    """The answers about the lambdas in one expression.

    Attributes:
        known: the answers by the lambda, its parameters and the variables in it.
        lines: the lines of the outermost lambda that has been asked about, and its file.
        depth: the number of lambdas that are being asked about, each in the one before.
        is_whole: whether no question within the present one has been left unanswered for its depth.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, object] = {}
        self.lines: tuple[object, int, int] = (None, 0, 0)
        self.depth = 0
        self.is_whole = True

    def start(self, tree: object, place: Context) -> None:
        """Forget what is known of another expression."""
        first, last = place.line, place.end_line or place.line
        file, begin, end = self.lines
        if file is not tree or last < begin or end < first:
            self.known.clear()
            self.lines = (tree, first, last)
        else:
            self.lines = (tree, min(first, begin), max(last, end))


_ANSWERS = _Answers()


def remembered(api: CheckerPluginInterface, expression: Expression, question: Hashable, ask: Callable[[], A]) -> A:
    """What mypy answers to a question about a lambda, or a call with one, which is asked once.

    Args:
        api: of mypy.
        expression: the lambda or the call.
        question: what is asked, along with the types of the parameters or arguments.
        ask: asks mypy. Where mypy reports an error in answer to that, it is asked again.
    """
    if is_deferred(api):
        return ask()
    if _ANSWERS.depth == 0:
        _ANSWERS.start(current_file(api), expression)
    key = (expression, question, running_trials(), redeclarations(), *_variables(api, expression))
    if key in _ANSWERS.known:
        return _ANSWERS.known[key]  # type: ignore[return-value]
    was_whole, _ANSWERS.is_whole = _ANSWERS.is_whole, True
    _ANSWERS.depth += 1
    try:
        with api.msg.filter_errors(filter_errors=False) as errors:
            answer = ask()
    finally:
        _ANSWERS.depth -= 1
    if _ANSWERS.is_whole and not errors.has_new_errors():
        _ANSWERS.known[key] = answer
    _ANSWERS.is_whole = was_whole and _ANSWERS.is_whole
    return answer


def left_open() -> None:
    """Have no answer remembered in which a question is left open, since the same may be answered elsewhere."""
    _ANSWERS.is_whole = False


def _variables(api: CheckerPluginInterface, expression: Expression) -> Iterator[Hashable]:
    """The types of the variables in an expression that are not its own, and what mypy has narrowed these types to."""
    variables = _free(expression)
    for variable in variables:
        yield variable.type
    for key, narrowed in narrowed_types(api):
        if _root(key) in variables:
            yield key, narrowed


def _root(key: tuple[object, ...]) -> object:
    """The variable of an expression that mypy narrows, by its key in mypy's binder: `x` of ``x.y[0]``."""
    inner = key[1]
    while isinstance(inner, tuple):
        inner = inner[1]
    return inner


@lru_cache(MOST_LAMBDAS)
def _free(expression: Expression) -> dict[Var, None]:
    """The variables in an expression that are no parameters of a lambda in it."""
    names, _ = all_name_and_member_expressions(expression)
    return {name.node: None for name in names if isinstance(name.node, Var) and not _is_in(name.node, expression)}


def _is_in(variable: Var, expression: Expression) -> bool:
    begin = (expression.line, expression.column)
    end = (expression.end_line or 0, expression.end_column or 0)
    return begin <= (variable.line, variable.column) < end
