"""Recordings as contexts: the dtypes that a run of ``trace`` saw at each function, one context for each pattern."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..exceptions import ConfigError
from .origins import Origin
from .values import Array, NumPyArray, Tuple, Value

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run

ARRAY = re.compile(r"(?P<numpy>NumPy )?(?P<dtype>[\w<>]+)(?P<weak>\*)?\[(?P<shape>[\d,]*)\]")
"""An array in a recording: ``bfloat16[4,8]``."""
STEP = re.compile(r"\['(?P<key>[^']*)'\]|\[(?P<index>\d+)\]|\.(?P<name>\w+)")
"""One step of the path of a leaf in a pytree: ``['w']``, ``[0]`` or ``.scale``."""


class Recording(NamedTuple):
    """The recorded calls of the functions of a program, by file and first line."""

    calls: Mapping[tuple[str, int], list[Mapping[str, Any]]]

    def patterns(self, definition: Definition) -> Iterator[Mapping[str, Any]]:
        """The arguments of each recorded call pattern of a function."""
        node = definition.node
        decorators = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(each.lineno for each in decorators)])
        for call in self.calls.get((os.path.realpath(definition.path), first), ()):
            yield call["arguments"]


def read_recording(path: str) -> Recording:
    """Read the JSON of ``jaxtyping-promo trace --output``.

    Raises:
        ConfigError: the file is no recording.
    """
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["functions"]
        folder = os.getcwd()
        calls: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
        for row in rows:
            place = os.path.realpath(os.path.join(folder, row["path"])), int(row["line"])
            calls.setdefault(place, []).extend(row["calls"])
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        message = f"{path} is no recording of `jaxtyping-promo trace --output`"
        raise ConfigError(f"{message}: {type(error).__name__}") from None
    return Recording(calls)


def record_inputs(run: Run, definition: Definition, arguments: dict[str, Value], pattern: Mapping[str, Any]) -> bool:
    """Replace the arguments of a function by what a run passed. Whether there was one."""
    changed = False
    for name, recorded in pattern.items():
        if name not in arguments:
            continue
        if isinstance(recorded, str):
            value = _array(run, recorded, f"the recording of {name}")
        else:
            value = _tree(run, recorded, name)
        if value:
            arguments[name] = value
            changed = True
    return changed


def _array(run: Run, text: str, why: str) -> Value:
    """An array of a recording; empty if the text is none."""
    match = ARRAY.fullmatch(text)
    if match is None:
        return ()
    shape = tuple(int(size) for size in match["shape"].split(",") if size)
    origins = frozenset((Origin("assumed", run.place, why),))
    dtype = match["dtype"]
    if match["numpy"]:
        return (NumPyArray(dtype, shape, None if not shape else False, origins=origins),)
    if match["weak"]:
        kind = "int" if "int" in dtype else "complex" if "complex" in dtype else "float"
        dtype = f"weak_{kind}"
    return (Array(dtype, shape, origins),)


def _tree(run: Run, leaves: Mapping[str, str], name: str) -> Value:
    """A pytree by the paths of its leaves. The class of an object with attributes is unknown."""
    nested: dict[Any, Any] = {}
    for path, text in leaves.items():
        steps = [_step(match) for match in STEP.finditer(path)]
        if not steps:
            continue
        target = nested
        for step in steps[:-1]:
            target = target.setdefault(step, {})
            if not isinstance(target, dict):
                return ()
        target[steps[-1]] = text
    return _value(run, nested, name)


def _step(match: re.Match[str]) -> tuple[str, Any]:
    if match["key"] is not None:
        return "key", match["key"]
    return ("index", int(match["index"])) if match["index"] is not None else ("name", match["name"])


def _value(run: Run, nested: Any, label: str) -> Value:
    if isinstance(nested, str):
        return _array(run, nested, f"the recording of {label}")
    kinds = {kind for kind, _ in nested}
    parts = {key: _value(run, part, f"{label}.{key}") for (_, key), part in nested.items()}
    if kinds == {"key"}:
        return run.allocate("dict", dict(parts), label=("recorded", label))
    if kinds == {"index"}:
        return (Tuple(tuple(parts[index] for index in sorted(parts))),)
    rest = run.unknown(f"an attribute of {label} that the recording does not show")
    return run.allocate("instance", dict(parts), rest, label=("recorded", label))
