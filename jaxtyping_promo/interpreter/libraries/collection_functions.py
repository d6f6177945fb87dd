"""``collections``, and functions that reorder a list: ``heapq``, ``bisect``, ``random``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import Call
from ..iteration import item_of, new_sequence
from ..subscripts import set_factory
from ..values import ANY_INT, BOTTOM, NONE, Object, Value, join, only
from .containers import append, extend, forget_order
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("collections.defaultdict")
def _defaultdict(run: Run, call: Call) -> Value:
    from .containers import update

    made = run.allocate("dict", label="defaultdict")
    factory = call.get(0, "default_factory")
    if factory and factory != NONE:
        set_factory(run, made[0], factory)
    if len(call.arguments) > 1 or call.keywords:
        update(
            run, made[0], call.get(1, "iterable"), {k: v for k, v in call.keywords.items() if k != "default_factory"}
        )
    return made


@model("collections.deque")
def _deque(run: Run, call: Call) -> Value:
    made = run.allocate("list", label="deque")
    if call.arguments:
        extend(run, made[0], call.arguments[0])
    if call.get(1, "maxlen", NONE) != NONE:
        forget_order(run, made[0])
        run.writable(made[0].site).is_summary = True  # items drop out at its ends
    return made


@model("collections.Counter")
def _counter(run: Run, call: Call) -> Value:
    keys = item_of(run, call.arguments[0]) if call.arguments else BOTTOM
    return run.allocate("dict", rest=ANY_INT, keys=keys or run.unknown("a key of a counter"), label="counter")


@model("heapq.heappush", "bisect.insort", "bisect.insort_left", "bisect.insort_right")
def _push(run: Run, call: Call) -> Value:
    target = only(call.get(0, "heap"), Object)
    if target is not None and run.object(target).kind == "list":
        append(run, target, call.get(1, "item"))
        _reorder(run, target)
    return NONE


def _reorder(run: Run, item: Object) -> None:
    forget_order(run, item)


@model("heapq.heappop", "heapq.heapify", "heapq.heapreplace", "heapq.heappushpop", "random.shuffle")
def _pop(run: Run, call: Call) -> Value:
    target = only(call.get(0, "heap"), Object)
    if target is None or run.object(target).kind != "list":
        return run.unknown(f"{call.name} of an unknown list")
    value = run.object(target).everything()
    if len(call.arguments) > 1:
        append(run, target, call.arguments[1])
        value = join(value, call.arguments[1])
    _reorder(run, target)
    return NONE if call.short_name in ("heapify", "shuffle") else value


@model("random.choice", "random.sample", "random.choices")
def _choice(run: Run, call: Call) -> Value:
    item = item_of(run, call.get(0, "seq"))
    return item if call.short_name == "choice" else new_sequence(run, None, item)
