"""The errors and notes that mypy reports, and the watchers through which it hides some of them.

NOTE: `CheckerPluginInterface` declares `msg`, but not what mypy's `MessageBuilder` and `Errors` do. Only this module
reads them. `ErrorInfo`, one error, is what `CheckerPluginInterface.fail` returns, so all modules may read its fields.
`ErrorWatcher` is a key and a context manager elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NewType, cast

from mypy.errorcodes import ErrorCode
from mypy.errors import ErrorInfo as ErrorInfo
from mypy.errors import Errors
from mypy.errors import ErrorWatcher as ErrorWatcher
from mypy.nodes import Context
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface

ErrorsOfRun = NewType("ErrorsOfRun", object)
"""mypy's errors in all files, for use after the check of a file."""


def _errors(api: CheckerPluginInterface) -> Errors:
    """mypy's errors in all files."""
    return api.msg.errors


# -------------------------------------------------------------------------------------------------- the current file


def current_path(api: CheckerPluginInterface) -> str:
    """The path of the file to which mypy adds errors, as it is in mypy's lists."""
    # mypy 2.4: unlike the interface's `path`, it is also set while mypy checks a function of another file.
    return _errors(api).file


def current_options(api: CheckerPluginInterface) -> Options:
    """mypy's options for the errors of the current file."""
    # mypy 2.4: these decide which codes are shown, also where a checker has other options.
    return _errors(api).options


def current_target(api: CheckerPluginInterface) -> str | None:
    """The full name of the function under check, or of the module outside functions."""
    # mypy 2.4: the interface shows no functions, and each error has its target.
    return _errors(api).current_target()


def is_file_ignored(api: CheckerPluginInterface) -> bool:
    """Whether mypy drops all errors of the current file, as in an installed package."""
    # mypy 2.4: options do not tell this.
    return _errors(api).file in _errors(api).ignored_files


def use_comment(api: CheckerPluginInterface, line: int, codes: Iterable[str]) -> None:
    """Have mypy call a comment ``# type: ignore[codes]`` in the current file used."""
    # mypy 2.4: mypy itself notes only the comments that hide an error.
    _errors(api).used_ignored_lines[_errors(api).file][line] += codes


# ---------------------------------------------------------------------------------------------------- adding messages


def note_at(api: CheckerPluginInterface, message: str, place: Context, code: ErrorCode) -> None:
    """Report a note at a place."""
    # mypy 2.4: the interface has `fail` alone.
    api.msg.note(message, place, code=code)


def note_below(api: CheckerPluginInterface, error: ErrorInfo, text: str, priority: int) -> None:
    """Report a note below an error of the current file. mypy sorts messages of one place and code by priority."""
    # mypy 2.4: a note of the interface's stands at a node, and an error only has its lines.
    _errors(api).note_for_info(_errors(api).file, error, text, error.code, only_once=False, priority=priority)


def add_errors(api: CheckerPluginInterface, errors: list[ErrorInfo]) -> None:
    """Report errors that mypy has found behind a watcher."""
    # mypy 2.4: the interface makes new errors only.
    api.msg.add_errors(errors)


# ------------------------------------------------------------------------------------------------------- the messages


def errors_of_run(api: CheckerPluginInterface) -> ErrorsOfRun:
    """mypy's errors in all files, for `errors_in`. They keep no file's tree alive."""
    # mypy 2.4: all checkers of a run share one `Errors`.
    return ErrorsOfRun(_errors(api))


def errors_in(errors: ErrorsOfRun, path: str) -> list[ErrorInfo]:
    """The errors that mypy has reported in a file, in a list of mypy's own."""
    # mypy 2.4: `error_info_map` is public but undocumented. The daemon removes the files to check from it.
    return cast("Errors", errors).error_info_map.get(path, [])


def reported_errors(api: CheckerPluginInterface) -> list[ErrorInfo]:
    """The errors that mypy has reported in the current file, in a list of mypy's own."""
    # mypy 2.4: see `errors_in`.
    return _errors(api).error_info_map.get(_errors(api).file, [])


def kept_errors(api: CheckerPluginInterface) -> Iterator[ErrorInfo]:
    """The errors that watchers keep, and that mypy may report later."""
    # mypy 2.4: a watcher's `filtered_errors` fails if the watcher keeps no errors, and no method tells whether it does.
    for watcher in _errors(api)._watchers:
        yield from watcher._filtered or ()


def error_lists(api: CheckerPluginInterface) -> Iterator[list[ErrorInfo]]:
    """The lists from which errors may be removed: of the current file, and of the watchers that keep errors."""
    # mypy 2.4: `reported_errors` and `kept_errors` say why each of them is private.
    yield reported_errors(api)
    for watcher in _errors(api)._watchers:
        if watcher._filtered is not None:
            yield watcher._filtered


# ------------------------------------------------------------------------------------------------------- the watchers


def errors_watched(api: CheckerPluginInterface, *, are_hidden: bool = True, are_kept: bool = False) -> ErrorWatcher:
    """Watch the errors that mypy reports in a ``with`` block.

    Args:
        api: the type checker.
        are_hidden: whether they are hidden from the user and from watchers around the block.
        are_kept: whether `errors_behind` returns the hidden errors.
    """
    # mypy 2.4: the interface shows no watchers.
    return api.msg.filter_errors(filter_errors=are_hidden, save_filtered_errors=are_kept)


def saw_errors(watcher: ErrorWatcher) -> bool:
    """Whether mypy has reported an error behind a watcher."""
    # mypy 2.4: `has_new_errors` is public but undocumented.
    return watcher.has_new_errors()


def errors_behind(watcher: ErrorWatcher) -> list[ErrorInfo]:
    """The errors that a watcher hides and keeps."""
    # mypy 2.4: `filtered_errors` is public but undocumented.
    return watcher.filtered_errors()


def watchers_inside_out(api: CheckerPluginInterface) -> Iterator[ErrorWatcher]:
    """The watchers that see the errors that mypy reports, the innermost first."""
    # mypy 2.4: `get_watchers` is public but undocumented.
    return _errors(api).get_watchers()


def hides_all(watcher: ErrorWatcher) -> bool:
    """Whether a watcher hides every error that it sees."""
    # mypy 2.4: `_filter` is True, False or a function, and no method tells which.
    return watcher._filter is True


def discards_all(watcher: ErrorWatcher) -> bool:
    """Whether a watcher hides every error that it sees, and does not keep it for later."""
    # mypy 2.4: mypy keeps filtered errors in `_filtered` only if it may report them later. Around all overloads of a
    # call, and around all operator methods, it does not.
    return hides_all(watcher) and watcher._filtered is None


@contextmanager
def innermost_watcher_left_out(api: CheckerPluginInterface) -> Iterator[None]:
    """Report errors in this block past the innermost watcher."""
    # mypy 2.4: `get_watchers` only iterates; to report past a watcher, it must leave the list for a moment.
    watchers = _errors(api)._watchers
    innermost = watchers.pop()
    try:
        yield
    finally:
        watchers.append(innermost)


@contextmanager
def watchers_left_out(api: CheckerPluginInterface) -> Iterator[None]:
    """Let errors in this block reach the user past all filters of mypy. A trial of mypy does not fail because of it."""
    # mypy 2.4: see `innermost_watcher_left_out`.
    watchers = _errors(api)._watchers
    hidden = watchers[:]
    watchers.clear()
    try:
        yield
    finally:
        watchers.extend(hidden)


# ------------------------------------------------------------------------------------------------------ the listeners


class _Listener:
    """Shows the errors that mypy is about to add to the functions that listen; a watcher's filter that hides none."""

    def __init__(self) -> None:
        self.functions: list[Callable[[str, ErrorInfo], None]] = []
        self._asked: ErrorInfo | None = None

    def show(self, path: str, error: ErrorInfo) -> bool:
        # mypy 2.4: mypy asks a second time unless a comment ignores the error.
        is_added, self._asked = error is self._asked, error
        for function in self.functions if is_added else ():
            function(path, error)
        return False


def listen(api: CheckerPluginInterface, see: Callable[[str, ErrorInfo], None]) -> None:
    """Call a function with the path and the error before mypy adds an error to a file.

    Errors that a watcher filters, or a comment ignores, are left out. A function listens once, even if this is called
    for each file.
    """
    # mypy 2.4: no hook sees errors. The filter of the outermost watcher does, and this one filters nothing.
    watchers = _errors(api)._watchers
    listener = next((found for watcher in watchers if (found := _listener(watcher)) is not None), None)
    if listener is None:
        listener = _Listener()
        watchers.insert(0, ErrorWatcher(_errors(api), filter_errors=listener.show))
    if see not in listener.functions:
        listener.functions.append(see)


def _listener(watcher: ErrorWatcher) -> _Listener | None:
    """The listener whose filter a watcher has, if it has one."""
    owner = None if isinstance(watcher._filter, bool) else getattr(watcher._filter, "__self__", None)
    return owner if isinstance(owner, _Listener) else None


def has_watchers(api: CheckerPluginInterface) -> bool:
    """Whether any watcher other than a listener sees the errors that mypy reports."""
    # mypy 2.4: see `watchers_inside_out`.
    return any(_listener(watcher) is None for watcher in _errors(api)._watchers)
