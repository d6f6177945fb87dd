"""Descriptions of values at ``reveal_type``, for tests and for users who ask what the interpreter knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .heap import key_value
from .values import (
    Array,
    Items,
    Number,
    NumPyArray,
    Object,
    Singleton,
    Text,
    Tuple,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from .run import Run

DEEPEST = 6


def described(run: Run, value: Value, depth: int = 0) -> list[dict[str, Any]]:
    """A value as JSON: a description of each alternative, containers included.

    Args:
        run: the run, at the place where the value is read.
        value: the value.
        depth: how many containers enclose it.
    """
    return [_described(run, item, depth) for item in value]


def _described(run: Run, item: Any, depth: int) -> dict[str, Any]:
    if depth > DEEPEST:
        return {"unknown": "the containers are nested too deeply"}
    match item:
        case Unknown(cause=cause):
            return {"unknown": cause}
        case Array(dtype=dtype):
            if item.is_struct:
                return {"object": "ShapeDtypeStruct"}
            return {"array": dtype} if dtype is not None else {"unknown array": item.cause}
        case NumPyArray(dtype=dtype):
            if dtype is None:
                return {"unknown": "a NumPy value of unknown dtype"}
            return {"numpy": dtype, "scalar": item.is_scalar}
        case Number(kind=kind) | Text(kind=kind) | Singleton(kind=kind):
            return {"object": kind}
        case Tuple(items=items):
            return {"tuple": [described(run, each, depth + 1) for each in items]}
        case Items(item=each):
            return {"items": described(run, each, depth + 1)}
        case Object(site=site):
            found = run.live.get(site)
            if found is None or found.escape is not None:
                return {"unknown": "" if found is None or found.escape is None else found.escape.cause}
            if found.kind in ("list", "set"):
                if found.is_known:
                    return {found.kind: [described(run, each, depth + 1) for each in found.fields.values()]}
                return {"items": described(run, found.everything(), depth + 1)}
            if found.kind == "dict":
                pairs = [
                    [described(run, key_value(k), depth + 1), described(run, v, depth + 1)]
                    for k, v in found.fields.items()
                ]
                if found.is_known:
                    return {"dict": pairs}
                return {"entries": described(run, found.everything(), depth + 1)}
            return {"object": run.classes[found.cls].name if found.cls in run.classes else "object"}
    return {"object": type(item).__name__}


def is_known(alternatives: list[dict[str, Any]]) -> str:
    """``"known"`` if every array has one dtype, ``"unknown"`` if a part is unknown, ``"other"`` without arrays."""
    kinds: set[str] = set()
    arrays = {repr(each) for each in alternatives if "array" in each or "numpy" in each}
    if len(arrays) > 1:
        kinds.add("unknown")
    for each in alternatives:
        if "unknown" in each or "unknown array" in each:
            kinds.add("unknown")
        elif "array" in each or "numpy" in each:
            kinds.add("known")
        for key in ("tuple", "list", "set"):
            kinds |= {is_known(part) for part in each.get(key, ())}
        for key in ("items", "entries"):
            if key in each:
                kinds.add(is_known(each[key]))
        for pair in each.get("dict", ()):
            kinds.add(is_known(pair[1]))
    return "unknown" if "unknown" in kinds else "known" if "known" in kinds else "other"
