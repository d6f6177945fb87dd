"""Blocks with code that runs however they are left: ``finally``, and the exit of a context manager."""

from __future__ import annotations

from collections.abc import Callable

from .flows import LoopFlow, TryFlow
from .heap import Heap, joined_heaps
from .run import Run
from .values import BOTTOM, join


def run_protected(
    run: Run, body: Callable[[], None], cleanup: Callable[[bool], bool], *, swallows: bool = False, catches: bool = True
) -> None:
    """Run a block, and then its cleanup on each way out: an exception, ``break``, ``continue``, ``return``, its end.

    Args:
        run: the run.
        body: runs the block.
        cleanup: runs the code behind it. It gets whether an exception is on its way, and returns whether it may end it.
        swallows: whether the cleanup may end an exception at all.
        catches: whether exceptions of the block are followed.
    """
    flow, loop = run.flow, run.loop
    returned = (flow.heap, flow.value) if flow is not None else (None, BOTTOM)
    if flow is not None:
        flow.heap, flow.value = None, BOTTOM
    if loop is not None:
        run.loop = LoopFlow()
    raised = TryFlow()
    if catches:
        run.handlers.append(raised)
    with run.expecting_errors(swallows):
        body()
    if catches:
        run.handlers.pop()
    end, inner_loop = run.heap, run.loop
    inner_heap, inner_value = (flow.heap, flow.value) if flow is not None else (None, BOTTOM)
    run.loop = loop
    if flow is not None:
        flow.heap, flow.value = returned
    resumed: Heap | None = None
    is_left = end is not None or inner_heap is not None or _breaks(inner_loop)
    if raised.heap is not None and (run.handlers or swallows or not is_left):
        run.heap = raised.heap.branch()
        is_ended = cleanup(True)
        run.may_raise()
        if is_ended:
            resumed = run.heap
    if loop is not None and inner_loop is not None:
        for name in ("at_break", "at_continue"):
            run.heap = getattr(inner_loop, name)
            if run.heap is not None:
                cleanup(False)
                setattr(loop, name, joined_heaps(getattr(loop, name), run.heap))
    if flow is not None and inner_heap is not None:
        run.heap = inner_heap
        cleanup(False)
        if run.heap is not None:
            flow.heap, flow.value = joined_heaps(flow.heap, run.heap), join(flow.value, inner_value)
    run.heap = end
    if run.heap is not None:
        cleanup(False)
    run.heap = joined_heaps(run.heap, resumed)


def _breaks(loop: LoopFlow | None) -> bool:
    return loop is not None and (loop.at_break is not None or loop.at_continue is not None)
