"""Slots: variables, attributes, items, tree leaves and carries, whose old value an upcast is compared with.

Two rules read the old value of a slot.

*Keep*: an upcast is excused where its result goes back to the slot that held the wide operand, as in ``acc = acc + g``.
The new value keeps the origins of the old one, so that the accumulator itself is still an accident where it meets a
16-bit float later.

*Slot*: a mix with a chosen wide operand is told where its result replaces a 16-bit float, as in ``p = p - rate * m``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..diagnostics.codes import DTYPE_LEAK, DTYPE_UPCAST
from .counters import check_field, check_variable
from .findings import FLOATS, NARROW_FLOATS, is_narrower, memory, tell
from .origins import Origin, Origins, ordered
from .places import Place
from .values import Array, NumPyArray, Object, Tuple, Value
from .wide_operands import text_at

if TYPE_CHECKING:
    from .definitions import Definition
    from .flows import FunctionFlow
    from .heap import Heap
    from .run import Run

Path: TypeAlias = tuple[Any, ...]
"""The keys that lead to a leaf of a tree."""

MOST_LEAVES = 2000
"""The most arrays of a value that are compared with a slot's old value."""
MOST_VISITS = 10 * MOST_LEAVES
"""The most values inside of a value that are looked at."""
DEEPEST_TREE = 6
"""Leaves below this depth are not compared."""
KINDS = ("list", "dict", "instance")
"""The kinds of heap objects whose fields are leaves of a tree."""


def array_leaves(run: Run, value: Value, heap: Heap | None = None) -> list[tuple[Path, Array | NumPyArray]]:
    """The arrays in a value, inside tuples, containers and instances, with their paths.

    Objects may refer to each other in circles, as a module and its parent do, so the visits are limited, too.
    """
    found: list[tuple[Path, Array | NumPyArray]] = []
    heap, visits = heap or run.live, 0
    waiting: list[tuple[Path, Value]] = [((), value)]
    while waiting and visits < MOST_VISITS and len(found) <= MOST_LEAVES:
        path, each = waiting.pop()
        visits += 1
        parts: list[tuple[Path, Value]] = []
        for item in each:
            if isinstance(item, (Array, NumPyArray)):
                found.append((path, item))
            elif len(path) == DEEPEST_TREE:
                continue
            elif isinstance(item, Tuple):
                parts += [((*path, index), one) for index, one in enumerate(item.items)]
            elif isinstance(item, Object):
                target = heap.get(item.site)
                if target is not None and target.kind in KINDS:
                    parts += [((*path, key), one) for key, one in target.fields.items()]
                    parts.append(((*path, "*"), target.rest))
        waiting += reversed(parts)
    return found


def is_passed(run: Run, origins: Origins, *, counts_receiver: bool = True) -> bool:
    """Whether a parameter of the current function brought one of these origins in.

    Args:
        run: the run.
        origins: the origins.
        counts_receiver: whether the first parameter of a method counts.
    """
    frame = run.live.get(run.frame)
    if frame is None or not run.stack or not origins:
        return False
    definition = run.stack[-1].definition
    names = (*definition.names, *definition.keyword_only)
    function = frame.fields.get(("function",), ())
    if not counts_receiver and function and function[0].cls is not None:
        names = names[1:]
    return any(leaf.origins & origins for name in names for _, leaf in array_leaves(run, frame.fields.get(name, ())))


# ------------------------------------------------------------------------------------------------------- stores


def stored_variable(run: Run, name: str, value: Value) -> Value:
    """Compare a variable's new value with its old one, before it is stored. Returns the value to store."""
    if not run.records.is_on or run.heap is None:
        return value
    frame = run.live.get(run.frame)
    declared = frame.fields.get(("declared", name)) if frame is not None else None
    if declared:
        frame = run.live.get(declared[0])
    old = frame.fields.get(name) if frame is not None else None
    if old:
        check_variable(run, name, value)
    return compared(run, f'"{name}"', old, value) if old else value


def excuse_cast_back(run: Run, name: str, value: Value) -> None:
    """Excuse the slots that ``x = x.astype(dtype)`` makes narrow again, before the new value of ``x`` is stored."""
    frame = run.live.get(run.frame) if run.heap is not None else None
    if frame is None or not all(isinstance(item, Array) and item.dtype in NARROW_FLOATS for item in value):
        return
    places = {origin.place for _, leaf in array_leaves(run, frame.fields.get(name, ())) for origin in leaf.origins}
    run.records.excused |= places & run.records.slots


def stored_field(run: Run, item: Object, key: Any, value: Value) -> Value:
    """The same for an attribute of an instance, or an item of a container."""
    if not run.records.is_on:
        return value
    target = run.object(item)
    old = target.fields.get(key)
    if not old:
        return value
    check_field(run, key, value)
    name = f'the attribute "{key}"' if target.kind == "instance" else f"the item {key!r}"
    return compared(run, name, old, value)


def check_update(run: Run, array: Array, values: Value) -> None:
    """Excuse the upcasts by items of an array whose result is stored in it: ``x.at[0].set(w * x[1])``."""
    if run.records.is_on:
        for item in values:
            if isinstance(item, Array):
                _kept_origins(run, [array], item)


def compared(run: Run, name: str, old: Value, new: Value) -> Value:
    """Apply both rules to a slot. Returns the new value; leaves that are kept have the old origins.

    Args:
        run: the run.
        name: the slot, as a message names it.
        old, new: its values.
    """
    leaves = array_leaves(run, new)
    if not any(origin.kind in ("mixed", "reported") for _, leaf in leaves for origin in leaf.origins):
        return new
    before: dict[Path, list[Array | NumPyArray]] = {}
    for path, leaf in array_leaves(run, old):
        before.setdefault(path, []).append(leaf)
    kept: dict[Path, Origins] = {}
    for path, leaf in leaves:
        held = before.get(path, [])
        for origin in ordered(leaf.origins):
            if origin.kind == "mixed":
                _tell_slot(run, _leaf_name(name, path), held, leaf, origin)
        origins = _kept_origins(run, held, leaf)
        if origins is not None:
            kept[path] = origins
    return _with_origins(run, new, kept) if kept else new


def _kept_origins(run: Run, held: list[Array | NumPyArray], leaf: Array | NumPyArray) -> Origins | None:
    """The origins of the slot's old value if an upcast goes back to its own wide operand; None otherwise."""
    same = [each for each in held if each.dtype == leaf.dtype or isinstance(each, NumPyArray)]
    old: Origins = frozenset(origin for each in same for origin in each.origins)
    found = [origin for origin in leaf.origins if origin.kind == "reported" and origin.causes]
    if any(origin.place in run.records.common_dtypes for origin in found):
        return None  # the slot is converted together with the narrow operands
    if not found or not old or not all(origin.causes <= old for origin in found):
        return None
    run.records.excused.update(origin.place for origin in found)
    return old


def _leaf_name(name: str, path: Path) -> str:
    return f"{name} (leaf {'.'.join(map(str, path))})" if path and "*" not in path else name


def _tell_slot(run: Run, name: str, held: list[Array | NumPyArray], leaf: Array | NumPyArray, origin: Origin) -> None:
    narrow = next((each.dtype for each in held if is_narrower(each.dtype, leaf.dtype or "")), None)
    if narrow is None or leaf.dtype is None:
        return
    if origin.place in run.records.slots:
        return
    run.records.slots.add(origin.place)
    message = f"{name} was {narrow} and becomes {leaf.dtype} by {origin.why}, {memory(narrow, leaf.dtype)}"
    tell(run, origin.place, DTYPE_UPCAST, message, _cast_back(run, origin.place, narrow), origins=origin.causes)


def _cast_back(run: Run, place: Place, narrow: str) -> str:
    text = text_at(run, place)
    return f"Cast the result back: ({text}).astype(jnp.{narrow})" if text else f"Cast it back: .astype(jnp.{narrow})"


def _with_origins(run: Run, value: Value, origins: dict[Path, Origins], path: Path = ()) -> Value:
    """A value whose leaves at some paths have other origins; objects are changed in place."""
    if len(path) > DEEPEST_TREE:
        return value
    items: list[Any] = []
    for item in value:
        if isinstance(item, Array) and path in origins:
            items.append(replace(item, origins=origins[path]))
        elif isinstance(item, Tuple):
            fields = (_with_origins(run, each, origins, (*path, index)) for index, each in enumerate(item.items))
            items.append(replace(item, items=tuple(fields)))
        else:
            items.append(item)
            if isinstance(item, Object):
                _change_fields(run, item, origins, path)
    return tuple(items)


def _change_fields(run: Run, item: Object, origins: dict[Path, Origins], path: Path) -> None:
    target = run.live.get(item.site)
    if target is None or target.kind not in KINDS or target.escape is not None:
        return
    for key, field in [*target.fields.items()]:
        changed = _with_origins(run, field, origins, (*path, key))
        if changed is not field and changed != field:
            run.write(item.site, key, changed)


# ----------------------------------------------------------------------------------------------- casts and leaks


def note_cast(run: Run, operands: Value, dtype: str) -> None:
    """Excuse the upcasts in an expression that is cast back as a whole: ``(x * c).astype(x.dtype)``.

    Rotary positions are exact in float32 alone, so the upcasts of a function by a sine or cosine are also excused by a
    cast in a later statement.

    Args:
        run: the run; its current node is the call that casts.
        operands: the operand of the cast.
        dtype: the dtype of the result.
    """
    if dtype not in FLOATS or not run.records.is_on:
        return
    cast = run.place
    for one in operands:
        if not isinstance(one, Array) or not is_narrower(dtype, one.dtype or ""):
            continue
        for origin in one.origins:
            if origin.kind == "reported" and _is_inside(origin.place, cast):
                run.records.cast_back.add((origin.place, run.context))
            elif (origin.place, run.context) in run.records.waves:
                waves = (wave for wave in run.records.waves if wave[1] == run.context)
                run.records.cast_back.update(waves)


def _is_inside(inner: Place, outer: Place) -> bool:
    start, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    begins, ends = (outer.line, outer.column) <= start, end <= (outer.end_line, outer.end_column)
    return inner.path == outer.path and begins and ends


def check_leak(run: Run, definition: Definition, flow: FunctionFlow) -> None:
    """Tell a mix inside a function whose wide result the function returns, although no parameter brought it in.

    Args:
        run: the run, still in the context of the call.
        definition: the function.
        flow: what its ``return`` statements have given.
    """
    if not run.records.is_on or flow.heap is None:
        return
    node = definition.node
    for _, leaf in array_leaves(run, flow.value, heap=flow.heap):
        for origin in ordered(leaf.origins):
            if origin.kind != "mixed" or origin.is_passed or origin.place.path != definition.path:
                continue
            if not node.lineno <= origin.place.line <= (node.end_lineno or node.lineno) or leaf.dtype is None:
                continue
            cost = memory(origin.narrow, leaf.dtype)
            message = f"{definition.name} returns {leaf.dtype}, {cost}: {origin.narrow} became wider by {origin.why}"
            advice = _cast_back(run, origin.place, origin.narrow)
            tell(run, origin.place, DTYPE_LEAK, message, advice, origins=origin.causes)
