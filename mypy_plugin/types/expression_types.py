"""What mypy is asked about: the expressions of a program once more, and expressions that nobody has written."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from mypy.errors import ErrorWatcher
from mypy.nodes import ARG_POS, ArgKind, CallExpr, Context, Expression, TempNode
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, CallableType, ProperType, Type, get_proper_type


class CallArgument(NamedTuple):
    """An argument of a call: what it is, how it is given, and its name."""

    value: Expression
    kind: ArgKind
    name: str | None


def arguments_of(call: CallExpr) -> list[CallArgument]:
    """The arguments of a call, as it is written."""
    return list(map(CallArgument, call.args, call.arg_kinds, call.arg_names))


def positional_arguments(values: Iterable[Expression]) -> list[CallArgument]:
    """Arguments without names."""
    return [CallArgument(value, ARG_POS, None) for value in values]


def arguments_of_types(types: Iterable[Type]) -> list[CallArgument]:
    """Arguments without names, of which nothing is known but their types."""
    return positional_arguments(TempNode(t) for t in types)


def synthetic_call(function: Expression, arguments: Sequence[CallArgument], place: Context) -> CallExpr:
    """A call that nobody has written; mypy takes it to stand at a place."""
    call = CallExpr(function, [a.value for a in arguments], [a.kind for a in arguments], [a.name for a in arguments])
    call.set_line(place)
    return call


def function_type(api: CheckerPluginInterface, parameters: Sequence[Type], result: Type) -> CallableType:
    """The type of a function whose parameters have no names."""
    kinds, names = [ARG_POS] * len(parameters), [None] * len(parameters)
    return CallableType(parameters, kinds, names, result, api.named_generic_type("builtins.function", []))


@contextmanager
def union_members_kept(api: CheckerPluginInterface) -> Iterator[None]:
    """Keep which members of unions mypy is looking at while it is asked about something else.

    For an argument that is a union mypy checks a call with each member in its place, which it remembers by the
    expression until the end of that check. A check of the same expression within would make it forget too early.
    """
    members: dict[Expression, Type] = api.expr_checker.type_overrides  # type: ignore[attr-defined]
    before = members.copy()
    try:
        yield
    finally:
        members.clear()
        members.update(before)


def type_without_context(api: CheckerPluginInterface, expression: Expression) -> Type:
    """The type of an expression of which nothing is expected. What is wrong with it, mypy says where it checks it."""
    with api.msg.filter_errors(), union_members_kept(api):
        return api.get_expression_type(expression)


def type_of(api: CheckerPluginInterface, expression: Expression, expected: Type | None = None) -> ProperType | None:
    """The type of an expression; None if that is not known, or if there is an error in it."""
    with api.msg.filter_errors() as errors, union_members_kept(api):
        found = get_proper_type(api.get_expression_type(expression, expected))
    return None if errors.has_new_errors() or isinstance(found, AnyType) else found


def has_failed(api: CheckerPluginInterface) -> bool:
    """Whether the arguments of the call at hand do not fit: mypy asks about each overload that it tries."""
    watcher = next((w for w in api.msg.errors.get_watchers() if w not in _TRIALS), None)
    return watcher is not None and watcher._filter is True and watcher.has_new_errors()


_TRIALS: dict[ErrorWatcher, Hashable] = {}
"""What is tried at the moment, by the watcher of its errors."""


@contextmanager
def trial(api: CheckerPluginInterface, what: Hashable) -> Iterator[ErrorWatcher]:
    """Try something: its errors are only counted, and nothing of what mypy finds out meanwhile is kept."""
    cache = api.expr_checker.expr_cache  # type: ignore[attr-defined]
    kept = dict(cache)
    with api.msg.filter_errors() as watcher, api.local_type_map:  # type: ignore[attr-defined]
        _TRIALS[watcher] = what
        try:
            yield watcher
        finally:
            del _TRIALS[watcher]
            cache.clear()
            cache.update(kept)


def is_innermost_trial(api: CheckerPluginInterface) -> bool:
    """Whether the innermost watcher of errors is that of something that is tried."""
    return next(api.msg.errors.get_watchers(), None) in _TRIALS


def is_any_trial_running() -> bool:
    """Whether anything is tried at the moment."""
    return bool(_TRIALS)


def running_trials() -> tuple[Hashable, ...]:
    """All that is tried at the moment: answers of mypy hold for that alone."""
    return tuple(_TRIALS.values())
