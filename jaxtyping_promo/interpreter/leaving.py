"""Blocks that are left at their end, by ``return``, ``break`` or ``continue``, each time with the same clean-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .heap import Heap, joined_heaps
from .values import BOTTOM, join

if TYPE_CHECKING:
    from .run import Run


def run_and_leave(run: Run, block: Callable[[], None], clean_up: Callable[[], None]) -> None:
    """Run a block, and the clean-up on each way out of it, as ``with`` does."""
    flow, loop = run.flow, run.loop
    returns = (None, BOTTOM) if flow is None else (flow.heap, flow.value)
    jumps = (None, None) if loop is None else (loop.at_break, loop.at_continue)
    if flow is not None:
        flow.heap, flow.value = None, BOTTOM
    if loop is not None:
        loop.at_break = loop.at_continue = None
    block()
    end = run.heap
    value = BOTTOM if flow is None else flow.value
    returned = _left(run, None if flow is None else flow.heap, clean_up)
    broken = _left(run, None if loop is None else loop.at_break, clean_up)
    continued = _left(run, None if loop is None else loop.at_continue, clean_up)
    if flow is not None:
        flow.heap, flow.value = returns
        if returned is not None:
            flow.heap, flow.value = joined_heaps(flow.heap, returned), join(flow.value, value)
    if loop is not None:
        loop.at_break = joined_heaps(jumps[0], broken)
        loop.at_continue = joined_heaps(jumps[1], continued)
    run.heap = _left(run, end, clean_up)


def _left(run: Run, heap: Heap | None, clean_up: Callable[[], None]) -> Heap | None:
    """The heap behind the clean-up on one way out."""
    if heap is None:
        return None
    run.heap = heap
    clean_up()
    return run.heap
