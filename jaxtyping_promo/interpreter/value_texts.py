"""Values in words for the tables of commands: ``float32``, ``(float32, int)``, ``{'loss': bfloat16}``, ``unknown``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .coroutines import is_coroutine
from .heap import key_value
from .iteration import item_of
from .report import shown_cause
from .values import (
    Array,
    BoundMethod,
    Class,
    Dtype,
    Function,
    Items,
    Method,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Partial,
    Range,
    Singleton,
    Text,
    Transformed,
    Tuple,
    Unknown,
    Value,
    constant_of,
)

if TYPE_CHECKING:
    from .heap import HeapObject
    from .run import Run

UNKNOWN: Final = "unknown"
"""The text of a value of which nothing is known, and of an array of unknown dtype."""
DEEPEST: Final = 5
"""Containers that are nested more deeply are shown as an ellipsis."""
MOST_ENTRIES: Final = 8
"""The most keys of a dict, or fields of an object, that are shown one by one."""
SINGLETONS: Final = {"NoneType": "None", "ellipsis": "...", "NotImplementedType": "NotImplemented"}


class ValueText(NamedTuple):
    """A value in words.

    Attributes:
        text: the words.
        cause: why the value, or its first unknown part, is unknown; empty if all is known.
    """

    text: str
    cause: str


def value_text(run: Run, value: Value) -> ValueText:
    """A value in words, at the place where the run reads it."""
    causes: list[str] = []
    text = _text(run, value, causes, 0)
    return ValueText(text, causes[0] if causes else "")


def _text(run: Run, value: Value, causes: list[str], depth: int) -> str:
    if depth > DEEPEST:
        return "..."
    texts = [*dict.fromkeys(_text_of_one(run, item, causes, depth) for item in value)]
    return UNKNOWN if UNKNOWN in texts else " | ".join(texts) or "nothing"


def _text_of_one(run: Run, item: Any, causes: list[str], depth: int) -> str:
    match item:
        case Unknown():
            causes.append(shown_cause(item))
            return UNKNOWN
        case Array(dtype=None) | NumPyArray(dtype=None):
            cause = item.cause if isinstance(item, Array) else "the dtype of a NumPy array is unknown"
            causes.append(cause or "the dtype of the array is unknown")
            return UNKNOWN
        case Array(dtype=dtype):
            return f"ShapeDtypeStruct of {dtype}" if item.is_struct else str(dtype)
        case NumPyArray(dtype=dtype):
            return f"NumPy {dtype}"
        case Number(kind=kind) | Text(kind=kind):
            return kind
        case Singleton(kind=kind):
            return SINGLETONS.get(kind, kind)
        case Dtype(name=name):
            return f"dtype {name}" if name is not None else "dtype"
        case Tuple(items=items):
            return _text_of_tuple(run, item, [_text(run, each, causes, depth + 1) for each in items])
        case Items(item=each, kind=kind):
            text = _text(run, each, causes, depth + 1)
            return f"tuple[{text}, ...]" if kind == "tuple" else f"{kind}[{text}]"
        case Range():
            return "range"
        case Function() | Transformed() | Partial() | BoundMethod() | Method():
            return "function"
        case Class(site=site):
            return f"class {run.classes[site].name}"
        case Object():
            return _text_of_object(run, (item,), causes, depth)
        case Opaque(name=name):
            return name
    return type(item).__name__


def _text_of_tuple(run: Run, item: Tuple, texts: list[str]) -> str:
    if item.cls is None:
        return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"
    info = run.classes[item.cls]
    pairs = zip(info.fields(run), texts, strict=False)
    return f"{info.name}({', '.join(f'{name}={text}' for name, text in pairs)})"


def _text_of_object(run: Run, value: Value, causes: list[str], depth: int) -> str:
    found = run.live.get(value[0].site)
    if found is None or found.escape is not None:
        causes.append("an object of another path" if found is None or found.escape is None else
                      shown_cause(found.escape))  # fmt: skip
        return UNKNOWN
    if is_coroutine(run, value[0]):
        return "coroutine"
    if found.kind == "iterator":
        return f"iterator[{_text_of_next(run, value, causes, depth + 1)}]"
    if found.kind in ("list", "set"):
        if not found.fields and not found.rest:
            return f"empty {found.kind}"
        if found.kind == "list" and found.is_known and len(found.fields) <= MOST_ENTRIES:
            return f"[{', '.join(_text(run, each, causes, depth + 1) for each in found.fields.values())}]"
        return f"{found.kind}[{_text(run, found.everything(), causes, depth + 1)}]"
    if found.kind == "dict":
        return _text_of_dict(run, found, causes, depth)
    info = run.classes.get(found.cls) if found.cls is not None else None
    if info is None:
        return "object"
    fields = {name: found.fields[name] for name in info.fields(run) if name in found.fields}
    if not fields or len(fields) > MOST_ENTRIES:
        return info.name
    shown = (f"{name}={_text(run, value, causes, depth + 1)}" for name, value in fields.items())
    return f"{info.name}({', '.join(shown)})"


def _text_of_next(run: Run, value: Value, causes: list[str], depth: int) -> str:
    """The next item of an iterator in words. The iterator stays where it is."""
    start = run.live
    run.heap = start.branch()
    item = item_of(run, value)
    text = "nothing" if run.heap is None else _text(run, item, causes, depth)
    run.heap = start
    return text


def _text_of_dict(run: Run, found: HeapObject, causes: list[str], depth: int) -> str:
    if not found.fields and not found.rest:
        return "empty dict"
    keys = [key_value(key) for key in found.fields]
    constants = [constant_of(key) for key in keys]
    if found.is_known and len(keys) <= MOST_ENTRIES and all(isinstance(one, str | int) for one in constants):
        pairs = zip(constants, found.fields.values(), strict=True)
        return f"{{{', '.join(f'{key!r}: {_text(run, value, causes, depth + 1)}' for key, value in pairs)}}}"
    texts = dict.fromkeys(_text(run, key, [], depth + 1) for key in (*keys, *([found.keys] if found.rest else ())))
    return f"dict[{' | '.join(texts)}, {_text(run, found.everything(), causes, depth + 1)}]"
