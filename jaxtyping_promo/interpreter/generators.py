"""Generators: heap objects with a frame and a position. Their bodies run when they are asked for the next item.

A ``yield`` ends its path, as ``return`` does, and notes the heap, the value and the position. The next step goes on at
each position at which the generator may be: it walks from the body to the statement of the ``yield``, and runs what is
behind it, from the inside out. A loop that contains a ``yield`` keeps its iterator in a variable of the frame.

A ``yield`` in the middle of an expression, or in the header of a statement, is not resumed; then the rest of the items
is unknown, and the generator escapes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from .assignments import assign
from .definitions import Definition, nodes_outside_of_functions
from .flows import CallRecord, FunctionFlow, LoopFlow
from .heap import Heap, joined_heaps
from .iterators import each_step, is_iterator, make_iterator, step
from .modes import MODES, in_block
from .run import DEEPEST_CALL, MOST_RECURSIONS, Run
from .values import (
    BOTTOM,
    NONE,
    Function,
    Object,
    Opaque,
    Site,
    Transformed,
    Tuple,
    Value,
    constant_of,
    is_unknown,
    join,
    only,
)

START, END, RUNNING = (Opaque(f"generator {name}") for name in ("start", "end", "running"))
Chain = tuple[ast.stmt, ...]


class CannotResumeError(Exception):
    """A generator waits where it is not resumed: `step_generator` catches it."""


class Positions:
    """The places in a generator function at which its generators may wait.

    Attributes:
        chains: for each position, the statements around the ``yield``, from the outside; None if it is not resumed.
        of_yield: the position of each ``yield``, by its syntax node.
        loops: the nodes of the loops around a ``yield``.
    """

    def __init__(self, definition: Definition) -> None:
        self.chains: dict[Any, Chain | None] = {}
        self.of_yield: dict[int, Opaque] = {}
        self.loops: set[int] = set()
        self._read(definition.body, ())

    def _read(self, body: Sequence[ast.stmt], chain: Chain) -> None:
        for statement in body:
            inner = (*chain, statement)
            blocks = _blocks(statement)
            resumed = {id(one) for block in blocks for one in block}
            waiting = getattr(statement, "value", None) if isinstance(statement, RESUMED_STATEMENTS) else None
            for part in ast.iter_child_nodes(statement):
                if id(part) not in resumed:
                    for node in nodes_outside_of_functions([part]):
                        if isinstance(node, (ast.Yield, ast.YieldFrom)):
                            self._add(node, inner if node is waiting else None, inner)
            for block in blocks:
                self._read(block, inner)

    def _add(self, node: ast.expr, chain: Chain | None, around: Chain) -> None:
        position = Opaque(f"generator yield {len(self.of_yield)}")
        self.of_yield[id(node)] = position
        self.chains[position] = chain
        self.loops.update(id(one) for one in around if isinstance(one, (ast.For, ast.AsyncFor)))


RESUMED_STATEMENTS = (ast.Expr, ast.Assign, ast.AnnAssign, ast.Return)
"""The statements whose value may be a ``yield`` that is resumed."""


def _blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of a statement in which a ``yield`` is resumed."""
    if isinstance(statement, (ast.If, ast.For, ast.AsyncFor, ast.While)):
        return [statement.body, statement.orelse]
    if isinstance(statement, ast.Try):
        return [statement.body]
    if isinstance(statement, ast.With):
        return [statement.body]
    return []


def positions_of(run: Run, definition: Definition) -> Positions:
    """The positions of a generator function."""
    found: Positions | None = run.models.get(("positions", id(definition)))
    if found is None:
        found = run.models["positions", id(definition)] = Positions(definition)
    return found


def make_generator(run: Run, function: Function, frame: Site) -> Value:
    """The generator that a call of a generator function makes; its body has not begun."""
    run.live.writable(frame).is_captured = True
    fields = {"function": (function,), "frame": (Object(frame),), "position": (START,), "left": BOTTOM, "result": NONE}
    return run.allocate("iterator", fields, label=("generator", id(function.definition)))


def step_generator(run: Run, item: Object, sent: Value, label: Any) -> tuple[Value, Heap | None]:
    """Run a generator up to its next ``yield``; see `iterators.step`."""
    found = run.object(item)
    function, frame = only(found.fields["function"], Function), only(found.fields["frame"], Object)
    if function is None or frame is None or run.live.peek(frame.site) is None:
        return _lose(run, item, "a generator that is not known")
    definition = function.definition
    known = positions_of(run, definition)
    positions = found.fields["position"]
    if is_unknown(positions):
        positions = (START, END, *known.chains)
    positions = tuple(position for position in positions if position != RUNNING)
    if positions == (END,):
        stopped, run.heap = run.heap, None
        return BOTTOM, stopped
    if any(known.chains.get(position, ()) is None for position in positions):
        return _lose(run, item, "a generator waits in the middle of an expression")
    depth = sum(record.definition is definition for record in run.stack)
    if depth >= MOST_RECURSIONS or len(run.stack) >= DEEPEST_CALL:
        run.memo.spoil()
        return _lose(run, item, f"{definition.name} calls itself more often than is followed")
    run.write(item.site, "position", (RUNNING,))
    base = run.live
    flow = FunctionFlow(run.uncertainty, len(base.log))
    flow.pauses = {}
    source = run.models.get(("source", definition.path), run.source)
    context = run.child_context(("step", id(run.node), id(definition), label))
    run.stack.append(CallRecord(definition, run.node, run.source.path, run.memo.level))
    end: Heap | None = None
    run.uncertainty += len(positions) > 1
    saved, is_resumed = run.state(), True
    try:
        with run.entering(frame.site, source, flow, context):
            for position in positions:
                run.heap = base.branch() if len(positions) > 1 else base
                if position == START:
                    run.execute(definition.body)
                elif position != END:
                    resume(run, definition.body, known.chains[position] or (), sent)
                end = joined_heaps(end, run.heap, flow.since)
    except CannotResumeError:
        run.set_state(saved)
        is_resumed = False
    run.uncertainty -= len(positions) > 1
    run.stack.pop()
    if not is_resumed:
        return _lose(run, item, "a generator waits inside of a context manager that is one itself")
    return _paused(run, item, flow, end)


def _paused(run: Run, item: Object, flow: FunctionFlow, end: Heap | None) -> tuple[Value, Heap | None]:
    """Store the position at each way in which a step of a generator is over."""
    result = flow.value if end is None else join(flow.value, NONE)
    run.heap = end = joined_heaps(end, flow.heap, flow.since)
    if end is not None:
        run.write(item.site, "position", (END,))
        run.write(item.site, "result", result)
    following: Heap | None = None
    value: Value = BOTTOM
    for position, (heap, one) in (flow.pauses or {}).items():
        run.heap = heap
        if run.object(item).escape is None:
            run.write(item.site, "position", (position,))
        following, value = joined_heaps(following, run.heap, flow.since), join(value, one)
    run.heap = following
    return value, end


def _lose(run: Run, item: Object, cause: str) -> tuple[Value, Heap | None]:
    run.escape((item,), cause)
    return run.unknown(cause), None if run.heap is None else run.heap.branch()


def pause(run: Run, node: ast.expr, value: Value) -> None:
    """End the path at a ``yield``."""
    flow, heap = run.flow, run.heap
    if flow is None or flow.pauses is None or heap is None:
        return
    function = only(run.object(run.frame).fields.get(("function",), ()), Function)
    position = Opaque("generator") if function is None else positions_of(run, function.definition).of_yield[id(node)]
    old = flow.pauses.get(position)
    if old is not None:
        heap, value = joined_heaps(old[0], heap, flow.since) or heap, join(old[1], value)
    flow.pauses[position] = heap, value
    run.heap = heap
    _leave_modes(run, None if function is None else positions_of(run, function.definition).chains[position])
    run.heap, run.is_end_meant = None, True


def keep_modes_before(run: Run, item: ast.withitem, manager: Value) -> None:
    """Keep the value that an option of JAX has before a block of a generator which sets it, if the block does so."""
    mode = only(manager, Transformed)
    if mode is not None and mode.kind == "mode":
        option, modes = mode.option("name"), run.live[MODES].fields
        name = constant_of(option)
        run.write(run.frame, ("before", id(item)), (Tuple((option, modes[name], modes[in_block(name)])),))


def modes_before(run: Run, item: ast.withitem) -> dict[Any, Value]:
    """What `keep_modes_before` has kept, as `Run` has it in the object of the modes; empty if it is nothing."""
    kept = only(run.object(run.frame).fields.get(("before", id(item)), ()), Tuple)
    if kept is None:
        return {}
    option, value, in_any_block = kept.items
    name = constant_of(option)
    return {name: value, in_block(name): in_any_block}


def _leave_modes(run: Run, chain: Chain | None) -> None:
    """Join the modes before the blocks in which a generator waits: its end may come at any time, if it is freed.

    Args:
        run: the run.
        chain: the statements around the ``yield``; None if they are not known.
    """
    items = {id(one): one for statement in chain or () for one in getattr(statement, "items", ())}
    for key in [*run.object(run.frame).fields]:
        if isinstance(key, tuple) and key[0] == "before" and (chain is None or key[1] in items):
            kept = only(run.object(run.frame).fields[key], Tuple)
            if kept is None:
                continue
            option, value, in_any_block = kept.items
            run.write(MODES, constant_of(option), value, weak=True)
            run.write(MODES, in_block(constant_of(option)), in_any_block, weak=True)


def delegate(run: Run, node: ast.YieldFrom, sent: Value) -> Value:
    """One step of ``yield from``; its value if the inner iterator is at its end."""
    iterator = run.object(run.frame).fields.get(("loop", id(node)), BOTTOM)
    value, stopped = step(run, iterator, sent, "yield from")
    if run.heap is not None:
        pause(run, node, value)
    run.heap = stopped
    return BOTTOM if stopped is None else result_of(run, iterator)


def result_of(run: Run, iterator: Value) -> Value:
    """What a generator has returned."""
    result: Value = BOTTOM
    for item in iterator:
        found = run.object(item) if isinstance(item, Object) else None
        if found is None or found.escape is not None:
            return run.unknown("the result of an iterator that is not known")
        result = join(result, found.fields.get("result", NONE))
    return result


# -------------------------------------------------------------------------------------------------------- resuming


def resume(run: Run, body: Sequence[ast.stmt], chain: Chain, sent: Value) -> None:
    """Go on behind the ``yield`` in the innermost statement of a chain, up to the end of a block."""
    statement, inner = chain[0], chain[1:]
    run.node = statement
    if inner:
        _RESUME[type(statement)](run, statement, inner, sent)
    else:
        _finish(run, statement, sent)
    position = next(index for index, one in enumerate(body) if one is statement)
    run.execute(body[position + 1 :])


def _finish(run: Run, statement: Any, sent: Value) -> None:
    """The rest of a statement whose value is a ``yield``."""
    value = delegate(run, statement.value, sent) if isinstance(statement.value, ast.YieldFrom) else sent
    if run.heap is None:
        return
    if isinstance(statement, ast.Return):
        assert run.flow is not None
        run.flow.value, run.flow.heap = join(run.flow.value, value), joined_heaps(run.flow.heap, run.heap)
        run.heap = None
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            assign(run, target, value)
    elif isinstance(statement, ast.AnnAssign):
        assign(run, statement.target, value)


def _block(body: list[ast.stmt], other: list[ast.stmt], chain: Chain) -> list[ast.stmt]:
    return body if any(one is chain[0] for one in body) else other


def _resume_if(run: Run, node: ast.If, chain: Chain, sent: Value) -> None:
    resume(run, _block(node.body, node.orelse, chain), chain, sent)


def _resume_loop(run: Run, node: Any, chain: Chain, sent: Value) -> None:
    from .loops import run_while

    if _block(node.body, node.orelse, chain) is not node.body:
        resume(run, node.orelse, chain, sent)
        return
    outer, run.loop = run.loop, LoopFlow()
    resume(run, node.body, chain, sent)
    run.heap = joined_heaps(run.heap, run.loop.at_continue)
    exits, run.loop = run.loop.at_break, outer
    if run.heap is not None:
        run.node = node
        if isinstance(node, ast.While):
            run_while(run, node)
        else:
            continue_for(run, node, run.object(run.frame).fields.get(("loop", id(node)), BOTTOM))
    run.heap = joined_heaps(run.heap, exits)


def _resume_try(run: Run, node: ast.Try, chain: Chain, sent: Value) -> None:
    from .statements import run_try

    run_try(run, node, lambda: resume(run, node.body, chain, sent))


def _resume_with(run: Run, node: ast.With, chain: Chain, sent: Value) -> None:
    from .statements import resume_with

    resume_with(run, node, lambda: resume(run, node.body, chain, sent))


_RESUME: dict[type, Callable[..., None]] = {
    ast.If: _resume_if, ast.While: _resume_loop, ast.For: _resume_loop, ast.AsyncFor: _resume_loop,
    ast.Try: _resume_try, ast.With: _resume_with,
}  # fmt: skip


def continue_for(run: Run, node: ast.For | ast.AsyncFor, iterator: Value) -> None:
    """The turns of a ``for`` loop over an iterator, from its present position on."""
    outer, exits = run.loop, None

    def body(item: Value) -> None:
        nonlocal exits
        run.loop = LoopFlow()
        assign(run, node.target, item)
        run.execute(node.body)
        run.heap = joined_heaps(run.heap, run.loop.at_continue)
        exits = joined_heaps(exits, run.loop.at_break)

    each_step(run, node, iterator, body)
    run.loop = outer
    if run.heap is not None:
        run.execute(node.orelse)
    run.heap = joined_heaps(run.heap, exits)


def start_for(run: Run, node: ast.For | ast.AsyncFor, iterable: Value) -> None:
    """A ``for`` loop over an iterator, which stays in the frame if the loop contains a ``yield``."""
    iterator = iterable if is_iterator(run, iterable) else make_iterator(run, iterable)
    if run.heap is None:
        return
    if is_around_yield(run, node):
        run.write(run.frame, ("loop", id(node)), iterator)
    continue_for(run, node, iterator)


def is_around_yield(run: Run, node: ast.AST) -> bool:
    """Whether a loop of the generator that runs contains a ``yield``."""
    if run.flow is None or run.flow.pauses is None:
        return False
    function = only(run.object(run.frame).fields.get(("function",), ()), Function)
    return function is not None and id(node) in positions_of(run, function.definition).loops
