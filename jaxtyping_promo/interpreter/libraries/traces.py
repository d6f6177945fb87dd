"""Functions that JAX traces once: a call with the same function and the same kinds of arguments keeps the first result.

`jax.jit`, `jax.checkpoint`, `jax.eval_shape`, and the bodies of `scan`, `while_loop`, `fori_loop`, `cond` and `switch`
do not run again. What such a function has read may have changed since then, and what it changes is not changed again.
So each trace notes what it has read. As long as that holds the same, a call is evaluated as any other, with the same
result. Otherwise, the first result counts if the call certainly finds the trace. If it only may find it, the results of
both are joined.

JAX finds a trace by the identity of the function. Two functions of one definition have different versions
(`functions.make_function`); methods, partial calls and transformed functions may be made anew for each call.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from ..call_memo import MOST_READS, holds_the_same, is_in_scope, is_same
from ..classes import class_of
from ..conditions import truth
from ..equality import compares_by_identity
from ..heap import HeapObject, joined_objects, reachable
from ..modes import DISABLE_JIT, EVERY, MODES, TRACE_OPTIONS
from ..pytrees import Structure, flatten, join_trees, unflatten
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    Class,
    Dtype,
    External,
    Function,
    NumPyArray,
    Object,
    Site,
    Value,
    constant_of,
    only,
)
from ..watch import Watch
from ..weak_derivatives import without_trail
from .custom_derivatives import STATE
from .registry import model

if TYPE_CHECKING:
    from ..call import Call
    from ..heap import Heap
    from ..run import Run

KIND = "traces"
Dtypes = tuple[frozenset[str | None], ...]


class Trace:
    """One trace of a function.

    Attributes:
        dtypes: for each leaf of the arguments, the dtypes that it may have had.
        key: the exact kinds of the arguments, and the modes of JAX; None if they are not known.
        result: the leaves and the structure of the result.
        reads: the objects that it has read, and how they were; None if it also has changed some.
        names: the variables that it has read in older frames.
    """

    def __init__(self, dtypes: Dtypes, key: Hashable) -> None:
        self.dtypes, self.key = dtypes, key
        self.result: tuple[list[Value], Structure] = ([], ("none",))
        self.reads: list[tuple[Site, HeapObject | None]] | None = []
        self.names: list[tuple[Site, str, Value | None]] = []

    def holds(self, heap: Heap) -> bool:
        """Whether what the trace has read is the same in a heap, so that another trace has the same result."""
        return self.reads is not None and holds_the_same(heap, self.names, self.reads)

    def may_be_found(self, dtypes: Dtypes, key: Hashable) -> bool:
        """Whether a call may find the trace."""
        if len(dtypes) != len(self.dtypes) or (key != self.key and key is not None and self.key is not None):
            return False
        return all(None in one or None in other or one & other for one, other in zip(dtypes, self.dtypes, strict=True))


def traced_once(
    run: Run, function: Value, arguments: Sequence[Value], evaluate: Callable[[], Value], *, static: Hashable = ()
) -> Value:
    """The result of a call that JAX traces.

    Args:
        run: the run.
        function: the function that is traced.
        arguments: its traced arguments.
        evaluate: calls the function.
        static: whatever else the trace depends on, such as static arguments and names of keywords; None if unknown.
    """
    target = only(function)
    if run.heap is None or target is None or is_in_scope(run) or run.journal is not None:
        return evaluate()
    if truth(run, run.live[MODES].fields[DISABLE_JIT]) is not False:
        return evaluate()
    dtypes, key = _kinds(run, arguments, static)
    site = _site(target)
    if site is None:
        return evaluate()
    certain, possible = _traces(run, site)
    found = [trace for trace in (*certain, *possible) if trace.may_be_found(dtypes, key)]
    stale = [trace for trace in found if not trace.holds(run.live)]
    if not stale:
        known = any(trace.key == key for trace in found)
        return evaluate() if found and known else _record(run, site, Trace(dtypes, key), arguments, evaluate)
    first = [trace for trace in certain if trace.key is not None and trace.key == key and trace in stale]
    if first and _is_one_function(run, target):
        state = run.models.get(STATE)
        if state is not None and run.memo.has_rules:
            state.is_unclear = True
        return _again(run, first[0])
    results: list[Value] = []

    def follow(path: Callable[[], Value]) -> Value:
        value = path()
        if run.heap is not None:
            results.append(value)
        return BOTTOM

    again = [lambda trace=trace: _again(run, trace) for trace in stale]
    anew = lambda: _record(run, site, Trace(dtypes, key), arguments, evaluate)  # noqa: E731
    run.branch(*(lambda path=path: follow(path) for path in (anew, *again)))
    if run.heap is None or not results:
        return BOTTOM
    value = results[0]
    for number, other in enumerate(results[1:]):
        value = join_trees(run, value, other, ("traces", id(run.node), number))
    return value


def _site(target: Any) -> Site | None:
    """The site of the object that notes the traces of a function. Its second part is the frame of the function."""
    try:
        hash(target)
    except TypeError:
        return None
    return (KIND, target.frame if isinstance(target, Function) else None, target)


def _is_one_function(run: Run, target: Any) -> bool:
    """Whether a function of the program certainly is the same object as in an earlier call."""
    if not isinstance(target, Function) or target.version is None:
        return False
    frame = run.live.peek(target.frame)
    return frame is not None and not frame.is_summary


def _kinds(run: Run, arguments: Sequence[Value], static: Hashable) -> tuple[Dtypes, Hashable]:
    """The dtypes of the leaves of arguments, and their exact kinds; None if these are not known."""
    dtypes: list[frozenset[str | None]] = []
    modes = [run.live[MODES].fields[name] for name in (*EVERY, *TRACE_OPTIONS)]
    kinds: list[Hashable] = [static, *modes]
    is_exact = static is not None and all(constant_of(mode) is not ABSENT for mode in modes)
    for value in arguments:
        leaves, structure = flatten(run, value)
        kinds.append(structure)
        for leaf in leaves:
            item = only(leaf, Array)
            if len(leaf) == 1 and not isinstance(leaf[0], (Array, NumPyArray)) and is_by_identity(run, leaf[0]):
                kinds.append(leaf)
                continue
            dtypes.append(frozenset(one.dtype if isinstance(one, Array) else None for one in leaf))
            if item is None or item.dtype is None or item.shape is None or not all(type(n) is int for n in item.shape):
                is_exact = False
            else:
                kinds.append((item.dtype, item.shape))
    key = tuple(kinds)
    try:
        hash(key)
    except TypeError:
        is_exact = False
    return tuple(dtypes), key if is_exact else None


def _traces(run: Run, site: Site) -> tuple[list[Trace], list[Trace]]:
    """The traces of a function that certainly exist at this point, and those that may exist."""
    every: list[Trace] = run.models.get((KIND, site), [])
    found = run.live.get(site)
    if found is None or not every:
        return [], []
    certain = [every[number] for number in found.fields]
    if not found.keys:
        return certain, []
    numbers = [constant_of((item,)) for item in found.keys]
    known = [number for number in numbers if isinstance(number, int)]
    possible = every if len(known) < len(numbers) else [every[number] for number in known]
    return certain, [trace for trace in possible if trace not in certain]


def _record(run: Run, site: Site, trace: Trace, arguments: Sequence[Value], evaluate: Callable[[], Value]) -> Value:
    """Evaluate a function, and note its trace."""
    outer, watch = run.base.watch, Watch()
    passed = {one for value in arguments for one in reachable(run.live, value)}
    run.base.watch = watch
    try:
        value = evaluate()
    finally:
        run.base.watch = outer
        if outer is not None:
            outer.include(watch)
    if run.heap is not None:
        trace.result = flatten(run, value)  # by code of the program, if a class has its own
    heap = run.heap
    if heap is None:
        return value
    changed = watch.effects | {one for one, old in watch.written.items() if not is_same(heap.peek(one), old)}
    own = {one for one in changed if one[0] == KIND}
    if changed - passed - own or len(watch.reads) + len(watch.names) > MOST_READS:
        trace.reads = None
    else:
        for one in watch.reads - passed - watch.created:
            found = heap.peek(one)
            if one != MODES and one[0] != KIND:
                if found is not None:
                    found.owner = None  # later writes copy it
                trace.reads.append((one, found))  # type: ignore[union-attr]
        trace.names = [(one, name, old) for (one, name), old in watch.names.items()]
    every: list[Trace] = run.models.setdefault((KIND, site), [])
    number = next((index for index, one in enumerate(every) if _are_equal(one, trace)), len(every))
    if number == len(every):
        every.append(trace)
    else:
        every[number] = trace
    if heap.get(site) is None:
        heap.add(site, HeapObject(KIND))
    if number not in heap[site].fields:
        run.write(site, number, NONE)
    return value


def forget_traces(run: Run, function: Value) -> None:
    """``f.clear_cache()``: the traces may be gone. Those of `jax.checkpoint` stay."""
    for target in function:
        site = _site(target)
        found = None if site is None else run.live.get(site)
        if site is not None and found is not None:
            run.live.add(site, joined_objects(found, HeapObject(KIND)))


@model("jax.clear_caches")
def _clear_caches(run: Run, call: Call) -> Value:
    """``jax.clear_caches()``: no function has a trace."""
    run.memo.spoil()
    for key in [*run.models]:
        if isinstance(key, tuple) and len(key) == 2 and key[0] == KIND and run.live.get(key[1]) is not None:
            run.live.add(key[1], HeapObject(KIND))
    return NONE


def _are_equal(one: Trace, other: Trace) -> bool:
    """Whether two traces say the same, so that the analysis of a loop ends."""
    return (one.dtypes, one.key, one.result) == (other.dtypes, other.key, other.result)


def _again(run: Run, trace: Trace) -> Value:
    """The result of an earlier trace, in containers of its own."""
    leaves, structure = trace.result
    leaves = [without_trail(leaf) for leaf in leaves]
    return unflatten(run, structure, iter(leaves), ("trace", id(run.node), id(trace)))


def static_key(run: Run, values: Sequence[Value]) -> Hashable:
    """Static arguments as a part of a key; None if JAX may take them for others that are equal to them."""
    return (*values,) if all(len(value) == 1 and is_by_identity(run, value[0]) for value in values) else None


def is_by_identity(run: Run, item: Any) -> bool:
    """Whether two values that are equal here are one object of Python, or equal constants."""
    if isinstance(item, Object):
        found, info = run.live.get(item.site), class_of(run, item)
        is_one = found is not None and not found.is_summary
        return is_one and info is not None and compares_by_identity(run, info)
    return constant_of((item,)) is not ABSENT or isinstance(item, (Class, Dtype, External))
