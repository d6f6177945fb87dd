"""Pytrees whose structures certainly differ, so that JAX rejects a loop or a conditional."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .heap import KeyObject
from .pytrees import Structure, children_of
from .values import NONE, Array, Number, NumPyArray, Value

if TYPE_CHECKING:
    from .run import Run


def certainly_differs(run: Run, structure: Structure, value: Value) -> bool:
    """Whether a pytree has another structure than stated, whichever its unknown parts are.

    Args:
        run: the run.
        structure: the structure, from `pytrees.flatten`. A leaf may stand for an unknown subtree.
        value: the pytree.
    """
    kind = structure[0]
    if kind in ("leaf", "items", "static", "optional") or len(value) != 1:
        return False
    if (kind == "none" or value == NONE) and run.input_kind not in ("called", "recorded"):
        return False  # what is None while nothing calls the function may be set by then
    if isinstance(value[0], (Array, Number, NumPyArray)):
        return True
    if value == NONE:
        return bool(kind != "none")
    children = children_of(run, value)
    if children is None or children[0][0] == "items":
        return False
    (own, *details), parts = children
    if own != kind:
        return True
    if kind == "dict":
        if any(isinstance(key, KeyObject) for keys in (details[0], structure[1]) for key in keys):
            return False
        if details[1] != structure[2]:
            return True
    elif kind in ("tuple", "instance") and details[0] != structure[1]:
        return True
    if len(parts) != len(structure[-1]):
        return bool(kind != "instance")
    return any(certainly_differs(run, inner, part) for inner, part in zip(structure[-1], parts, strict=True))
