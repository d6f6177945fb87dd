"""Records the dtypes of the arrays that go into the program's functions and come out of them.

Python 3.12 and later report calls by `sys.monitoring`, which asks once for each function of other packages and then
never again. Python 3.11 has `sys.setprofile` alone, which asks for every call.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Final

from .operands import dtype_name
from .positions import shown_path
from .program_files import PROGRAM, ProgramFiles

MOST_LEAVES: Final = 512
"""The number of arrays that are recorded in one value."""
ALWAYS_RECORDED: Final = 256
"""The number of calls of a function whose arrays are always looked at; later, calls are looked at ever more rarely."""
MANY_ARRAYS: Final = 64
"""A call with more arrays than these costs time, so that only `RECORDED_WITH_MANY` are always looked at."""
RECORDED_WITH_MANY: Final = 8
GENERATORS: Final = 0x20 | 0x80 | 0x200
"""The flags of generators, coroutines and asynchronous generators, whose calls return before their body runs."""

Signature = tuple[tuple[tuple[str, Any], ...], Any]
"""The arrays in the arguments, by name, and those in the result."""


class Functions:
    """The calls of the program's functions by the dtypes of their arrays.

    Args:
        files: the files of the program.
    """

    def __init__(self, files: ProgramFiles) -> None:
        self._files = files
        self._calls: dict[CodeType, Counter[Signature]] = {}
        self._last: dict[CodeType, Signature] = {}
        self._number: Counter[CodeType] = Counter()
        self._limit: dict[CodeType, int] = {}
        self._paths: dict[Any, list[str]] = {}
        self._running: dict[tuple[int, int], tuple[tuple[str, Any], ...] | None] = {}
        self._busy = threading.local()
        self._watch: _Monitoring | _Profile = (_Monitoring if sys.version_info >= (3, 12) else _Profile)(self)

    def install(self) -> None:
        """Begin to record."""
        self._watch.start()

    def uninstall(self) -> None:
        """Stop."""
        self._watch.stop()

    def is_recorded(self, code: CodeType) -> bool:
        """Whether the calls of a function are recorded: it is in the program and neither a module nor a generator."""
        return (
            not code.co_name.startswith("<") or code.co_name == "<lambda>"
        ) and not code.co_flags & GENERATORS and self._files.kind(code.co_filename) is PROGRAM  # fmt: skip

    def entered(self, frame: FrameType) -> None:
        """A call of a recorded function begins."""
        if getattr(self._busy, "now", False):
            return
        code = frame.f_code
        self._number[code] = number = self._number[code] + 1
        key = threading.get_ident(), id(frame)
        if number > self._limit.get(code, ALWAYS_RECORDED) and number & (number - 1) and number % 1024:
            self._running[key] = None
            return
        self._busy.now = True
        try:
            values = frame.f_locals
            count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
            arguments = ((name, self._arrays(values.get(name))) for name in code.co_varnames[:count])
            self._running[key] = tuple((name, found) for name, found in arguments if found)
        finally:
            self._busy.now = False

    def left(self, frame: FrameType, result: Any) -> None:
        """A call of a recorded function ends."""
        if getattr(self._busy, "now", False):
            return
        key = threading.get_ident(), id(frame)
        if key not in self._running:
            return
        arguments, code = self._running.pop(key), frame.f_code
        if arguments is None:
            signature = self._last.get(code, ((), None))
        else:
            self._busy.now = True
            try:
                signature = self._last[code] = arguments, self._arrays(result)
                parts = (*(found for _, found in arguments), signature[1])
                if sum(len(found) for found in parts if isinstance(found, tuple)) > MANY_ARRAYS:
                    self._limit[code] = RECORDED_WITH_MANY
            finally:
                self._busy.now = False
        if signature[0] or signature[1]:
            self._calls.setdefault(code, Counter())[signature] += 1

    def _arrays(self, value: Any) -> Any:
        """The arrays in a value as text: one array, or pairs of paths and arrays in a pytree; None if there is none."""
        text = _array(value)
        if text is not None or value is None or isinstance(value, str | int | float):
            return text
        tree_util = getattr(sys.modules.get("jax"), "tree_util", None)
        if tree_util is None:
            return None
        try:
            leaves, structure = tree_util.tree_flatten(value)
            if not any(map(_array, leaves)):
                return None
            paths = self._paths.get(structure)
            if paths is None:
                with_paths = tree_util.tree_flatten_with_path(value)[0]
                paths = self._paths[structure] = [tree_util.keystr(path) for path, _ in with_paths]
        except Exception:  # a class of the program flattens or compares itself, and may fail
            return None
        pairs = zip(paths[:MOST_LEAVES], leaves[:MOST_LEAVES], strict=True)
        return tuple((path, text) for path, leaf in pairs if (text := _array(leaf)))

    def rows(self) -> list[dict[str, Any]]:
        """The records for JSON, in the order of the files and lines."""
        merged: dict[tuple[str, int, str], Counter[Signature]] = {}
        for code, calls in self._calls.items():
            merged.setdefault((shown_path(code.co_filename), code.co_firstlineno, code.co_qualname), Counter()).update(
                calls
            )
        return [
            {
                "path": path,
                "line": line,
                "name": name.replace("<locals>.", ""),
                "calls": [
                    {"arguments": {a: _json(found) for a, found in arguments}, "result": _json(result), "count": count}
                    for (arguments, result), count in calls.most_common()
                ],
            }
            for (path, line, name), calls in sorted(merged.items(), key=lambda item: item[0])
        ]


def _array(value: Any) -> str | None:
    """An array, tracer or NumPy array as ``bfloat16[4,8]``; None for other values."""
    kind = type(value)
    aval = getattr(value, "aval", None) if kind.__module__.startswith(("jax", "jaxlib")) else None
    numpy = sys.modules.get("numpy")
    if aval is None:
        if numpy is None or not isinstance(value, numpy.ndarray):
            return None
        aval = value
    dtype, shape = getattr(aval, "dtype", None), getattr(aval, "shape", None)
    if dtype is None or shape is None:
        return None
    weak = "weak " if getattr(aval, "weak_type", False) else ""
    numpys = "NumPy " if aval is value else ""
    return f"{weak}{numpys}{dtype_name(dtype)}[{','.join(map(str, shape))}]"


def _json(found: Any) -> Any:
    return dict(found) if isinstance(found, tuple) else found


class _Profile:
    """Watches calls by `sys.setprofile`."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._recorded: dict[CodeType, bool] = {}

    def start(self) -> None:
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def stop(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        recorded = self._recorded.get(code)
        if recorded is None:
            recorded = self._recorded[code] = self._functions.is_recorded(code)
        if recorded:
            if event == "call":
                self._functions.entered(frame)
            elif event == "return":
                self._functions.left(frame, argument)


class _Monitoring:
    """Watches calls by `sys.monitoring`."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._tool = -1

    def start(self) -> None:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        self._tool = next((tool for tool in (4, 3, 5, 2) if monitoring.get_tool(tool) is None), -1)
        if self._tool < 0:
            return
        events = monitoring.events
        monitoring.use_tool_id(self._tool, "jaxtyping-promo trace")
        monitoring.register_callback(self._tool, events.PY_START, self._started(monitoring.DISABLE))
        monitoring.register_callback(self._tool, events.PY_RETURN, self._returned(monitoring.DISABLE))
        monitoring.set_events(self._tool, events.PY_START | events.PY_RETURN)

    def stop(self) -> None:
        if self._tool >= 0:
            monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
            monitoring.set_events(self._tool, 0)
            for event in (monitoring.events.PY_START, monitoring.events.PY_RETURN):
                monitoring.register_callback(self._tool, event, None)
            monitoring.free_tool_id(self._tool)
            self._tool = -1

    def _started(self, disable: object) -> Callable[[CodeType, int], object]:
        functions = self._functions

        def started(code: CodeType, offset: int) -> object:
            if not functions.is_recorded(code):
                return disable
            functions.entered(sys._getframe(1))
            return None

        return started

    def _returned(self, disable: object) -> Callable[[CodeType, int, Any], object]:
        functions = self._functions

        def returned(code: CodeType, offset: int, result: Any) -> object:
            if not functions.is_recorded(code):
                return disable
            functions.left(sys._getframe(1), result)
            return None

        return returned
