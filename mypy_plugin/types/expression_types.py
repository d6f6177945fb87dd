"""Asks mypy for the type of an expression of the program, or of a synthetic call that the program does not contain.

Hooks call `mark_final` or `synthetic_call`; errors of a trial stay hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import NamedTuple

from mypy.nodes import ARG_POS, ARG_STAR, ARG_STAR2, ArgKind, CallExpr, Context, Expression, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, CallableType, ProperType, Type, get_proper_type

from ..any_type import ANYTHING
from ..mypy_compat.expressions import checked_union_members, inferred_types_dropped
from ..mypy_compat.messages import (
    ErrorWatcher,
    discards_all,
    errors_watched,
    hides_all,
    saw_errors,
    watchers_inside_out,
)


class CallArgument(NamedTuple):
    """One argument of a call: its expression, its kind (positional, named, starred), and its name if it has one."""

    value: Expression
    kind: ArgKind
    name: str | None


def arguments_of(call: CallExpr) -> list[CallArgument]:
    """The arguments of a call in the program."""
    return list(map(CallArgument, call.args, call.arg_kinds, call.arg_names))


def arguments_of_types(types: Iterable[Type]) -> list[CallArgument]:
    """Positional arguments with the given types, without expressions of the program."""
    return [CallArgument(TempNode(t), ARG_POS, None) for t in types]


def synthetic_call(function: Expression, arguments: Sequence[CallArgument], place: Context) -> CallExpr:
    """A call that the program does not contain, with the line of a node that it does.

    It has no end, so that what the interpreter knows of that node does not count for the call.
    """
    call = CallExpr(function, [a.value for a in arguments], [a.kind for a in arguments], [a.name for a in arguments])
    call.set_line(place)
    call.end_line = call.end_column = None
    return call


def function_type(api: CheckerPluginInterface, parameters: Sequence[Type], result: Type) -> CallableType:
    """The type of a function with positional parameters that have no names."""
    kinds, names = [ARG_POS] * len(parameters), [None] * len(parameters)
    return CallableType(parameters, kinds, names, result, api.named_generic_type("builtins.function", []))


def any_function(api: CheckerPluginInterface, name: str | None = None) -> CallableType:
    """The type `Callable[..., Any]` of a function that accepts any arguments.

    Args:
        api: the type checker.
        name: the name of the function, if it has one.
    """
    fallback = api.named_generic_type("builtins.function", [])
    return CallableType(
        [ANYTHING, ANYTHING], [ARG_STAR, ARG_STAR2], [None, None], ANYTHING, fallback, name=name, is_ellipsis_args=True
    )


@contextmanager
def union_members_kept(api: CheckerPluginInterface) -> Iterator[None]:
    """Restore afterwards which member of each union argument mypy is checking at the moment.

    mypy checks a call once for each member of a union argument. It remembers the current member by the argument's
    expression until that check ends. A nested check of the same expression would make mypy forget the member too early.
    """
    members: dict[Expression, Type] = checked_union_members(api)
    before = members.copy()
    try:
        yield
    finally:
        members.clear()
        members.update(before)


_FINAL: list[ErrorWatcher] = []
"""The error watchers behind which mypy checks the program with its real types, although their errors are hidden."""


@contextmanager
def mark_final(watcher: ErrorWatcher | None) -> Iterator[None]:
    """Mark a watcher: types that mypy infers behind it hold for the program, although mypy may check it again."""
    if watcher is None:
        yield
        return
    _FINAL.append(watcher)
    try:
        yield
    finally:
        _FINAL.pop()


def innermost_filter(api: CheckerPluginInterface) -> ErrorWatcher | None:
    """The innermost watcher that hides errors: the watcher of an overload, while mypy checks an overloaded call."""
    return next((watcher for watcher in watchers_inside_out(api) if hides_all(watcher)), None)


def is_tried_operand(api: CheckerPluginInterface) -> bool:
    """Whether the expected type is only an operator method's parameter, which an operand need not match.

    mypy discards the errors of an operator's methods. It does not for a function's parameter or a declared variable.
    """
    expected = [*takewhile(lambda t: t is not None, reversed(api.type_context))]
    watchers = [each for each in watchers_inside_out(api) if discards_all(each) and not is_final(each)]
    return len(watchers) >= len(expected)


def is_final(watcher: ErrorWatcher) -> bool:
    """Whether a watcher is marked by `mark_final`."""
    return watcher in _FINAL


def type_without_context(api: CheckerPluginInterface, expression: Expression) -> Type:
    """The type of an expression in a place that expects no particular type; errors in it are dropped.

    mypy reports the errors itself when it checks the expression.
    """
    with errors_watched(api) as errors, mark_final(errors), union_members_kept(api):
        return api.get_expression_type(expression)


def type_of(api: CheckerPluginInterface, expression: Expression, expected: Type | None = None) -> ProperType | None:
    """The type of an expression; None if the type is `Any` or mypy reports an error for it.

    Args:
        api: the type checker.
        expression: the expression.
        expected: the type that its place expects, if any.
    """
    with errors_watched(api) as errors, mark_final(errors), union_members_kept(api):
        inferred = get_proper_type(api.get_expression_type(expression, expected))
    return None if saw_errors(errors) or isinstance(inferred, AnyType) else inferred


def has_failed(api: CheckerPluginInterface) -> bool:
    """Whether mypy is trying an overload whose arguments do not match the current call.

    mypy calls the hook for each overload that it tries, including rejected overloads.
    """
    watcher = next((w for w in watchers_inside_out(api) if w not in _TRIALS), None)
    return watcher is not None and hides_all(watcher) and saw_errors(watcher)


_TRIALS: dict[ErrorWatcher, Callable[[], Hashable]] = {}
"""The functions that return the keys of the running trials, by the error watcher of each trial."""


@contextmanager
def trial(api: CheckerPluginInterface, key: Callable[[], Hashable]) -> Iterator[ErrorWatcher]:
    """Run mypy on something tentatively: errors are only counted, and no inferred type is kept.

    Args:
        api: the type checker.
        key: returns what identifies the trial. Results of mypy during the trial hold for this key only.
    """
    with errors_watched(api) as watcher, inferred_types_dropped(api):
        _TRIALS[watcher] = key
        try:
            yield watcher
        finally:
            del _TRIALS[watcher]


def is_innermost_trial(api: CheckerPluginInterface) -> bool:
    """Whether the innermost error watcher belongs to a trial."""
    return next(watchers_inside_out(api), None) in _TRIALS


def is_any_trial_running() -> bool:
    """Whether any trial is running."""
    return bool(_TRIALS)


def running_trials() -> tuple[Hashable, ...]:
    """The keys of all running trials. A cached answer of mypy is valid for the same keys only."""
    return tuple(key() for key in _TRIALS.values())
