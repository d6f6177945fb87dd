"""Ways out of a block: its end, ``return``, ``break``, ``continue`` and exceptions, and ``finally`` on each of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .heap import Heap, joined_heaps
from .values import BOTTOM, join

if TYPE_CHECKING:
    from .run import Run


class Exits:
    """The exits of a ``try`` block with ``finally``, which run its statements before they go on.

    From its creation on, it keeps the exits of the enclosing function and loop apart.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        flow, loop = run.flow, run.loop
        self._returns = None if flow is None else (flow.heap, flow.value)
        self._jumps = None if loop is None else (loop.at_break, loop.at_continue)
        if flow is not None:
            flow.heap, flow.value = None, BOTTOM
        if loop is not None:
            loop.at_break = loop.at_continue = None

    def leave(self, body: Sequence[ast.stmt], raised: Heap | None) -> None:
        """Run the statements of ``finally`` on each exit.

        Args:
            body: the statements.
            raised: the join of the heaps with which an exception leaves the block.
        """
        run = self.run
        flow, loop, end = run.flow, run.loop, run.heap
        value = BOTTOM if flow is None else flow.value
        inner = [None if flow is None else flow.heap]
        inner += [None, None] if loop is None else [loop.at_break, loop.at_continue]
        if flow is not None and self._returns is not None:
            flow.heap, flow.value = self._returns
        if loop is not None and self._jumps is not None:
            loop.at_break, loop.at_continue = self._jumps
        is_only_end = raised is None and not any(inner)
        returned, broken, continued = (self._finally(body, heap, is_sure=False) for heap in inner)
        if flow is not None and returned is not None:
            flow.heap, flow.value = joined_heaps(flow.heap, returned), join(flow.value, value)
        if loop is not None:
            loop.at_break = joined_heaps(loop.at_break, broken)
            loop.at_continue = joined_heaps(loop.at_continue, continued)
        if raised is not None:
            run.heap = self._finally(body, raised.branch(), is_sure=False)
            run.may_raise()
        run.heap = self._finally(body, end, is_sure=is_only_end)

    def _finally(self, body: Sequence[ast.stmt], heap: Heap | None, *, is_sure: bool) -> Heap | None:
        """The heap at the end of the statements, None if they leave the block themselves."""
        run = self.run
        if heap is None:
            return None
        run.heap = heap
        if is_sure:
            run.execute(body)
        else:
            with run.uncertain():
                run.execute(body)
        end, run.heap = run.heap, None
        return end
