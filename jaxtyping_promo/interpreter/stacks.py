"""Stacks of what runs now, which transfer functions keep in `Run.models`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def pushed(stack: list[T], item: T) -> Iterator[None]:
    """Keep an item on a stack while code runs. It is removed also where a budget or a dead path ends the code."""
    depth = len(stack)
    stack.append(item)
    try:
        yield
    finally:
        del stack[depth:]
