"""The heaps at the ends of loops, calls and ``try`` blocks, and the stack of calls."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from .axes import CallAxes
from .definitions import Definition
from .heap import Heap, add_changes
from .values import (
    BOTTOM,
    Value,
)


class LoopFlow:
    """The heaps at the ``break`` and ``continue`` statements of a loop.

    Attributes:
        at_break, at_continue: the heaps.
        turns: the number of turns, if it is known.
    """

    __slots__ = ("at_break", "at_continue", "turns")

    def __init__(self, turns: int | None = None) -> None:
        self.at_break: Heap | None = None
        self.at_continue: Heap | None = None
        self.turns = turns


class FunctionFlow:
    """What the ``return`` and ``yield`` statements of a call have given so far.

    Attributes:
        heap: the heap at the returns.
        value: the returned values.
        yields: the yielded values of a generator whose body runs at once, in order.
        pauses: in a step of a generator, the heap and the value at each ``yield``, by position; None elsewhere.
        uncertainty: the run's uncertainty at the start of the call.
        block_at_yield: the block of a ``with`` statement that runs at each ``yield``; see `generator_contexts`.
        since: the length of the heap's log at the start of the call.
        axes: the axes of jaxtyping's annotations of the function; None if there are none.
    """

    __slots__ = ("axes", "block_at_yield", "heap", "pauses", "since", "uncertainty", "value", "yields")

    def __init__(self, uncertainty: int, since: int = 0) -> None:
        self.since = since
        self.heap: Heap | None = None
        self.value: Value = BOTTOM
        self.yields: list[Value] = []
        self.pauses: dict[Any, tuple[Heap, Value]] | None = None
        self.uncertainty = uncertainty
        self.block_at_yield: Callable[[Value], None] | None = None
        self.axes: CallAxes | None = None


class TryFlow:
    """The join of the heaps at the places of a ``try`` block that may raise.

    Attributes:
        heap: the join; None if there is no such place so far.
    """

    __slots__ = ("_position", "heap")

    def __init__(self) -> None:
        self.heap: Heap | None = None
        self._position = 0

    def add(self, heap: Heap) -> None:
        """Join one more heap: what has changed since the last one."""
        if self.heap is None:
            self.heap = heap.branch()
        elif self._position < len(heap.log):
            add_changes(self.heap, heap, self._position)
        self._position = len(heap.log)


class CallRecord:
    """A call on the stack: the function, the place of the call, and its level in the memo of calls."""

    __slots__ = ("call_node", "call_path", "definition", "level")

    def __init__(self, definition: Definition, call_node: ast.AST, call_path: str, level: int) -> None:
        self.definition, self.call_node, self.call_path, self.level = definition, call_node, call_path, level
