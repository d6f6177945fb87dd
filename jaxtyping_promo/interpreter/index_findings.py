"""Findings about indices of arrays: JAX takes integers and bools only."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..diagnostics.codes import DTYPE_INDEX
from ..dtype_info import dtype_info
from .places import place_of
from .values import Array, Number, Tuple, Value

if TYPE_CHECKING:
    from .run import Run


def check(run: Run, item: Any, index: Value, node: ast.AST) -> None:
    """Report an index of a float or complex dtype."""
    from .findings import tell

    if not isinstance(item, Array) or len(index) != 1:
        return
    parts = list(index[0].items) if isinstance(index[0], Tuple) else [index]
    for part in parts:
        if len(part) != 1:
            continue
        dtype = part[0].dtype if isinstance(part[0], Array) else part[0].kind if isinstance(part[0], Number) else None
        if dtype is None or dtype.startswith("key"):
            continue
        if dtype_info(dtype).is_inexact:
            shown = dtype.removeprefix("weak_")
            message = f"An index must be an integer or bool array, and this one is {shown}: JAX raises a TypeError"
            place = place_of(node, run.source.path)
            tell(run, place, DTYPE_INDEX, message, "Cast the index: .astype(jnp.int32)", raises=True)
