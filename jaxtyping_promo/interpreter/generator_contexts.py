"""Context managers that generator functions make: the block of ``with`` runs at the generator's ``yield``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .flows import FunctionFlow, LoopFlow
from .heap import Heap, joined_heaps
from .run import Run
from .values import BOTTOM, NONE, Partial, Transformed, Value, join, only, unknown

KIND = "generator context"
"""The kind of the `Transformed` value that calling a function below ``contextlib.contextmanager`` makes."""


def generator_context(manager: Value) -> Partial | None:
    """The call of the generator function behind a context manager; None for other managers."""
    item = only(manager, Transformed)
    return only(item.function, Partial) if item is not None and item.kind == KIND else None


class BlockAtYield:
    """Runs a block of ``with`` in its own function whenever the generator yields.

    Attributes:
        block: assigns the yielded value, and runs the statements of the block.
        has_run: whether the generator has yielded.
        returned: what the ``return`` statements of the block have given.
        loop: the heaps at its ``break`` and ``continue`` statements; None outside of loops.
        is_ended: whether the block may end normally.
    """

    def __init__(self, run: Run, block: Callable[[Value], None]) -> None:
        self.run, self.block = run, block
        self.has_run = self.is_ended = False
        self.returned: Heap | None = None
        self.value: Value = BOTTOM
        self.loop = None if run.loop is None else LoopFlow()
        self._state: tuple[Any, ...] = (run.frame, run.source, run.flow, run.context, run.stack)

    def __call__(self, value: Value) -> None:
        """Run the block; the generator goes on from the join of the states in which the block is left."""
        run = self.run
        frame, source, flow, context, stack = self._state
        self.has_run = True
        run.memo.spoil()
        outer_stack, run.stack = run.stack, stack
        saved = (flow.heap, flow.value) if flow is not None else (None, BOTTOM)
        if flow is not None:
            flow.heap, flow.value = None, BOTTOM
        try:
            with run.entering(frame, source, flow, context):
                run.loop = self.loop
                self.block(value)
        finally:
            run.stack = outer_stack
        self.is_ended = self.is_ended or run.heap is not None
        if flow is not None:
            self.returned, self.value = joined_heaps(self.returned, flow.heap), join(self.value, flow.value)
            run.heap = joined_heaps(run.heap, flow.heap)
            flow.heap, flow.value = saved
        if self.loop is not None:
            run.heap = joined_heaps(run.heap, joined_heaps(self.loop.at_break, self.loop.at_continue))

    def leave(self, flow: FunctionFlow | None, loop: LoopFlow | None) -> None:
        """Go on behind the generator's end on each way out of the block."""
        run, end = self.run, self.run.heap
        if end is None:
            return
        if flow is not None and self.returned is not None:
            flow.heap, flow.value = joined_heaps(flow.heap, end.branch()), join(flow.value, self.value)
        if loop is not None and self.loop is not None:
            if self.loop.at_break is not None:
                loop.at_break = joined_heaps(loop.at_break, end.branch())
            if self.loop.at_continue is not None:
                loop.at_continue = joined_heaps(loop.at_continue, end.branch())
        run.heap = end.branch() if self.is_ended else None


def run_in_generator(run: Run, generator: Partial, block: Callable[[Value], None], node: Any) -> None:
    """Run a block of ``with`` inside of the generator that makes its context manager."""
    hook = BlockAtYield(run, block)
    run.block_at_yield = hook
    arguments, keywords = list(generator.arguments), dict(generator.keywords)
    run.call(generator.function, arguments, keywords, node=node, label=KIND)
    run.block_at_yield = None
    if hook.has_run:
        hook.leave(run.flow, run.loop)
    elif run.heap is not None:
        block(unknown("a context manager that is not known", run.place))


def entered_at_once(run: Run, item: Transformed) -> Value:
    """The value of a generator's context manager that something else than ``with`` enters and may leave at any time."""
    from .iterators import next_item

    generator = only(item.function, Partial)
    if generator is None:
        return NONE
    result = run.call(generator.function, list(generator.arguments), dict(generator.keywords), label=KIND)
    entered = next_item(run, result, BOTTOM)
    run.escape(result, "a context manager is left at a time that is not known")
    return entered
