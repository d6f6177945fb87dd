"""Shapes that JAX's transformations reject: mapped axes, gradients of arrays with axes, and carries of loops."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..jaxtyping.shapes import Size, differ, shown_shape
from .shape_findings import tell_shape
from .values import Value, shape_of_arrays

if TYPE_CHECKING:
    from .run import Run


def check_mapped_axis(run: Run, node: ast.AST, item: Any, axis: Any, size: Size) -> None:
    """Report an argument of `vmap` that lacks the mapped axis, or has another size there than an earlier argument."""
    shape = getattr(item, "shape", None)
    if shape is None or not isinstance(axis, int):
        return
    if not -len(shape) <= axis < len(shape):
        tell_shape(run, node, f'vmap maps axis {axis} of an array with axes "{shown_shape(shape)}"', "mapped")
    elif differ(size, shape[axis]):
        tell_shape(run, node, f"vmap maps axes of sizes {size} and {shape[axis]}", "mapped")


def check_differentiated(run: Run, node: ast.AST, result: Value) -> None:
    """Report a function whose gradient is taken, although its result has axes."""
    shape = shape_of_arrays(result)
    if shape:
        tell_shape(
            run,
            node,
            f'The function whose gradient is taken returns an array with axes "{shown_shape(shape)}"',
            "gradient",
        )


def check_carry(run: Run, node: ast.AST, before: Value, after: Value) -> None:
    """Report a loop whose body returns a carry of another shape than it gets."""
    one, other = shape_of_arrays(before), shape_of_arrays(after)
    if one is not None and other is not None and (len(one) != len(other) or any(map(differ, one, other))):
        axes = f'"{shown_shape(one)}", and the body returns "{shown_shape(other)}"'
        tell_shape(run, node, f"The carry of the loop has axes {axes}", "carry")
