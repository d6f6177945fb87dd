"""Shapes of results, as far as they are known; the rules are those of `jaxtyping_promo.jaxtyping.shape_rules`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..jaxtyping import shape_rules
from ..jaxtyping.shapes import ShapeError
from .values import Shape


def broadcast_shapes(shapes: Sequence[Shape | None]) -> Shape | None:
    """The shape of the result of an elementwise operation; None if unknown.

    Raises:
        ShapeError: JAX rejects the shapes.
    """
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    return applied(shape_rules.broadcast, *known)


def matmul_shape(left: Shape | None, right: Shape | None) -> Shape | None:
    """The shape of ``left @ right``; None if unknown.

    Raises:
        ShapeError: JAX rejects the shapes.
    """
    return None if left is None or right is None else applied(shape_rules.matmul, left, right)


def attempt(rule: Callable[..., Any], *arguments: Any) -> Shape | None:
    """The result of a shape rule; None where it does not apply, or where JAX rejects the shapes."""
    try:
        return applied(rule, *arguments)
    except ShapeError:
        return None


def applied(rule: Callable[..., Any], *arguments: Any) -> Shape | None:
    """The result of a shape rule; None where it does not apply.

    Raises:
        ShapeError: JAX rejects the shapes.
    """
    try:
        result = rule(*arguments)
    except ShapeError:
        raise
    except (ValueError, TypeError, IndexError, ZeroDivisionError):
        return None
    return result if isinstance(result, tuple) else None
