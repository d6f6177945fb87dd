"""Frozen classes: their instances keep their fields, whatever code gets them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from .classes import ClassInfo
from .values import constant_of

if TYPE_CHECKING:
    from .heap import HeapObject
    from .run import Run

FROZEN_BASES: Final = ("equinox.Module", "flax.struct.PyTreeNode")
"""The library classes whose subclasses are frozen."""
CONSTRUCTORS: Final = ("__init__", "__new__", "__post_init__")
BYPASSES: Final = frozenset(("__setattr__", "__delattr__", "__dict__"))
"""The attributes by which a method changes a frozen instance."""


def is_frozen(run: Run, found: HeapObject) -> bool:
    """Whether an object is an instance of a class whose fields are set by its constructor alone."""
    info = run.classes.get(found.cls) if found.kind == "instance" and found.cls is not None else None
    if info is None or info.is_open:
        return False
    is_dataclass = info.kind == "dataclass" and constant_of(info.options.get("frozen", ())) is True
    return (is_dataclass or any(map(info.inherits, FROZEN_BASES))) and not _has_bypass(run, info)


def _has_bypass(run: Run, info: ClassInfo) -> bool:
    """Whether a method of a class, other than a constructor, may change a frozen instance."""
    known: bool | None = run.models.get(("bypass", info.site))
    if known is None:
        classes = [run.classes[each] for each in info.mro if not isinstance(each, str)]
        methods = [method for each in classes if each.node is not None for method in each.node.body]
        known = any(
            isinstance(node, ast.Attribute) and node.attr in BYPASSES
            for method in methods
            if getattr(method, "name", "") not in CONSTRUCTORS
            for node in ast.walk(method)
        )
        run.models["bypass", info.site] = known
    return known
