"""Attributes what JAX does to the expression of the program that caused it.

JAX's own functions are compiled once for each combination of dtypes, and then no Python code runs for them. So the
events of such a function are kept with its compiled form, and reported again for each call of it from the program.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from threading import local
from types import FrameType
from typing import Any

from . import operands, positions
from .events import REFUSAL, SCATTER, TRUNCATION, Event
from .operands import Seen
from .positions import Position
from .program_files import OTHER, PROGRAM, ProgramFiles

Report = Callable[[Position, str, Event, "tuple[Seen, ...]"], None]
"""What receives an event: the position, the function's name, the event, and the program's operands."""

QUERIES = frozenset(("result_type", "promote_types", "can_cast", "issubdtype", "dtype", "finfo", "iinfo"))
"""The functions that only answer questions about dtypes."""
INNER_FILES = ("api_util.py", "array_methods.py", "core.py", "custom_derivatives.py", "linear_util.py", "mesh.py",
               "partial_eval.py", "pjit.py", "profiler.py", "traceback_util.py", "ufunc_api.py", "util.py")  # fmt: skip
"""The files of JAX whose functions only pass calls on, so that their names say nothing about the operation."""

PUBLIC_NAMES = {"rewriting_take": "getitem", "jacfun": "jacobian"}
"""Functions of JAX that have other names for users; ``grad_f`` and the like lose their ending."""


class _State(local):
    """The compiled functions of JAX that are traced at the moment, each with the events inside it."""

    def __init__(self) -> None:
        self.collected: list[list[Event]] = []
        self.silent = 0


class Attribution:
    """Finds the program's expression for each event.

    Args:
        files: the files of the program.
        report: what receives the events.
        elsewhere: what receives the package of an event in other packages.

    Attributes:
        failures: errors of the trace itself. They never reach the program.
    """

    def __init__(self, files: ProgramFiles, report: Report, elsewhere: Callable[[str], None]) -> None:
        self.failures: list[str] = []
        self._files, self._report, self._elsewhere = files, report, elsewhere
        self._state = _State()
        self._kept: dict[int, tuple[Any, tuple[Event, ...]]] = {}

    def is_quiet(self) -> bool:
        """Whether an update of an array is under way, inside which JAX promotes and casts back."""
        return self._state.silent > 0

    def quietly(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a function, and ignore the events in it."""
        self._state.silent += 1
        try:
            return function(*args, **kwargs)
        finally:
            self._state.silent -= 1

    def emit(self, event: Event, function: Any = None) -> None:
        """Take an event from a wrapped function that is running now.

        Args:
            event: the event.
            function: the function that the program calls, if the event is about its arguments.
        """
        frame: FrameType | None = sys._getframe(1)
        inside: list[FrameType] = []
        while frame is not None:
            code = frame.f_code
            if code is COLLECTING and event.kind != REFUSAL:
                self._state.collected[-1].append(event)
                return
            kind = self._files.kind(code.co_filename)
            if kind is PROGRAM:
                arguments = _arguments(inside[-1] if inside else None)
                self._attribute(frame, event, _name(inside, function), arguments, is_direct=True)
                return
            if kind is OTHER:
                self._elsewhere(self._files.package_of(code.co_filename))
                return
            inside.append(frame)
            frame = frame.f_back

    def has_events(self, compiled: Any) -> bool:
        """Whether a compiled form of a function has events."""
        return id(compiled) in self._kept

    def collect(self, function: Any, original: Callable[..., Any], *call: Any) -> Any:
        """Trace a compiled function of JAX, and report its events, also if it was traced before.

        Args:
            function: the function that JAX has compiled.
            original: JAX's own way to its compiled form; the first item of its result identifies that.
            call: the arguments of `original`; the last two are the positional and keyword arguments of the function.
        """
        events: list[Event] = []
        self._state.collected.append(events)
        try:
            result = original(*call)
        finally:
            self._state.collected.pop()
        compiled = result[0]
        if events:
            kept = tuple(dict.fromkeys(events))
            self._kept[id(compiled)] = (compiled, kept)
        else:
            kept = self._kept.get(id(compiled), (None, ()))[1]
        if kept:
            self._repeat(function, kept, (call[-2], call[-1]))
        return result

    def _repeat(self, function: Any, events: tuple[Event, ...], arguments: tuple[Any, ...]) -> None:
        """Report the events of a compiled function for a call of it."""
        frame: FrameType | None = sys._getframe(1)
        inside: list[FrameType] = []
        while frame is not None:
            code = frame.f_code
            if code is COLLECTING and frame.f_locals.get("events") is not None and self._is_outer(frame):
                self._state.collected[-1].extend(events)
                return
            kind = self._files.kind(code.co_filename)
            if kind is PROGRAM:
                name = _name(inside, function)
                for event in events:
                    self._attribute(frame, event, name, arguments, is_direct=False)
                return
            if kind is OTHER:
                self._elsewhere(self._files.package_of(code.co_filename))
                return
            inside.append(frame)
            frame = frame.f_back

    def _is_outer(self, frame: FrameType) -> bool:
        """Whether a frame of `collect` is that of an enclosing function, which is still being traced."""
        return bool(self._state.collected) and frame.f_locals["events"] is self._state.collected[-1]

    def _attribute(self, frame: FrameType, event: Event, name: str, arguments: Any, *, is_direct: bool) -> None:
        if name in QUERIES:
            return
        try:
            own = _own(event, arguments, is_direct)
            if own is not None:
                self._report(positions.of_instruction(frame.f_code, frame.f_lasti), name, event, own)
        except Exception:
            self.failures.append(traceback.format_exc())


COLLECTING = Attribution.collect.__code__
"""The code whose frame marks that a compiled function of JAX is being traced."""


def _own(event: Event, arguments: Any, is_direct: bool) -> tuple[Seen, ...] | None:
    """The program's operands of an event; None if it happens to values that JAX has made by itself.

    Args:
        event: the event.
        arguments: the values that the program gives to JAX.
        is_direct: whether the event comes from a function that runs now, rather than one that was compiled before.
    """
    if event.kind == REFUSAL or (event.kind == SCATTER and is_direct):
        return event.operands
    given = operands.described_all(arguments, x64=event.x64)
    if event.kind == TRUNCATION:
        given = [seen for seen in given if seen.dtype != seen.held]
    own = tuple(_matching(event.operands, given))
    return own if len(own) >= len({seen.key for seen in event.operands}) else None


def _matching(seen: tuple[Seen, ...], given: list[Seen]) -> list[Seen]:
    """The program's operands that an event is about, in the order of the program."""
    keys = {each.key for each in seen}
    return [each for each in given if each.key in keys] if keys <= {each.key for each in given} else []


def _arguments(frame: FrameType | None) -> tuple[Any, ...]:
    """The values of a frame's parameters."""
    if frame is None:
        return ()
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    return tuple(values[name] for name in code.co_varnames[:count] if name in values)


def _name(inside: list[FrameType], function: Any) -> str:
    """The name of the operation: of the outermost function of JAX that says something, or of a compiled function.

    Args:
        inside: the frames that the program's frame has called, the outermost last.
        function: the compiled function; None if there is none.
    """
    compiled = getattr(function, "__name__", None)
    for frame in reversed(inside):
        code = frame.f_code
        folder, _, file = code.co_filename.replace("\\", "/").rpartition("/")
        if file in INNER_FILES or "/jax/" not in f"{folder}/" or code.co_name.startswith(("_", "<")):
            continue
        return PUBLIC_NAMES.get(code.co_name, code.co_name.removesuffix("_f"))
    name = str(compiled or (inside[-1].f_code.co_name if inside else "")).strip("_")
    return name.removeprefix("operator_")
