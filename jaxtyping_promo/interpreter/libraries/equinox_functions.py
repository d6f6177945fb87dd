"""Equinox's other public names: changes of trees, enumerations, errors, loops and primitives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...rules.vocabulary import requested
from ..arrays import strong
from ..attributes import get_attribute
from ..call import Call
from ..classes import ClassInfo
from ..heap import HeapObject
from ..iteration import known_items
from ..modes import jax_systems
from ..operators import equal
from ..origins import accident
from ..pytrees import LEAF, Structure, TreeMismatchError, flatten, flatten_like, map_leaves, unflatten
from ..values import (
    ANY_STR,
    BOTTOM,
    FALSE,
    NONE,
    Array,
    Class,
    Dtype,
    External,
    Items,
    Number,
    NumPyArray,
    Object,
    Text,
    Transformed,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    is_unknown,
    of_bool,
    of_constant,
    only,
)
from .control_flow import loop, scan
from .equinox_transformations import filtered_arrays, filtered_traced
from .instance_attributes import CLASS_MAKERS, CLASS_METHODS, EQUALITY
from .registry import model
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..run import Run

# --------------------------------------------------------------------------------------------------------- names


@model("equinox.internal.doc_remove_args", "equinox.internal.deprecated_0_10")
def _decorator(run: Run, call: Call) -> Value:
    return (External("identity()"),)


@model("equinox.internal.doc_repr")
def _first_argument(run: Run, call: Call) -> Value:
    return call.get(0, "obj")


@model("equinox.internal.cache_clears.append")
def _noted(run: Run, call: Call) -> Value:
    """The list of functions that clear caches is never read."""
    return NONE


@model("equinox.module_update_wrapper")
def _same_wrapper(run: Run, call: Call) -> Value:
    return call.get(0, "wrapper")


@model("equinox.internal.nondifferentiable", "equinox.nondifferentiable", "equinox.internal.nonbatchable",
       "equinox.internal.nondifferentiable_backward", "equinox.internal.nontraceable",
       "equinox.debug.backward_nan", "equinox.debug.breakpoint_if", "equinox.debug.announce_transform",
       "equinox.debug.store_dce")  # fmt: skip
def _kept(run: Run, call: Call) -> Value:
    """Identity functions; arrays of NumPy become arrays of JAX."""
    flag = filtered_traced(run, call.arguments[:1])
    return filtered_arrays(run, call.get(0, "x"), ("kept", id(call.node), call.label), flag)


@model("equinox.internal.nextafter", "equinox.internal.prevbefore")
def _nextafter(run: Run, call: Call) -> Value:
    """The neighbouring number of a float array: an array of its dtype."""

    def one(item: Any) -> Value:
        return (item,) if isinstance(item, (Array, Unknown)) else run.unknown(f"{call.name} of no array")

    return each(call.get(0, "x"), one)


@model("equinox.internal.unvmap_any", "equinox.internal.unvmap_all")
def _unvmap_bool(run: Run, call: Call) -> Value:
    return (Array("bool_", (), traced=filtered_traced(run, call.arguments[:1])),)


@model("equinox.internal.unvmap_max")
def _unvmap_max(run: Run, call: Call) -> Value:
    value = filtered_arrays(run, call.get(0, "x"), "unvmap")
    return each(value, lambda item: (_reduced_to_scalar(run, item),))


def _reduced_to_scalar(run: Run, item: Any) -> Any:
    return Array(strong(run, item.dtype), (), item.origins, cause=item.cause) if isinstance(item, Array) else item


@model("equinox.error_if", "equinox.branched_error_if", "equinox.assert_dce", "equinox.internal.assert_dce")
def error_if(run: Run, call: Call) -> Value:
    """``eqx.error_if(x, pred, msg)``: the same tree. A branch on a traced condition drops weak types."""
    value = call.get(0, "x")
    condition = call.get(1, "pred")
    number = only(condition, Number)
    keeps_weak = number is not None and number.constant is False and call.short_name != "assert_dce"
    flag = filtered_traced(run, call.everything())
    value = filtered_arrays(run, value, ("error", id(call.node), call.label), flag)
    if keeps_weak:
        return value

    def leaf(old: Value) -> Value:
        return each(old, one)

    def one(item: Any) -> Value:
        if not isinstance(item, Array) or item.dtype is None or not item.dtype.startswith("weak"):
            return (item,)
        if number is not None:
            return (Array(None, item.shape, cause="a weak type behind a condition that is not known"),)
        return (Array(strong(run, item.dtype), item.shape, item.origins, traced=flag),)

    return map_leaves(run, value, leaf, ("checked", id(call.node), call.label))


# --------------------------------------------------------------------------------------------------------- trees


@model("equinox.tree_at")
def tree_at(run: Run, call: Call) -> Value:
    """``eqx.tree_at(where, tree, replace)``: the nodes that `where` selects are replaced."""
    where, tree = call.get(0, "where"), call.get(1, "pytree")
    is_leaf = call.get(4, "is_leaf")
    leaves, structure = flatten(run, tree, BOTTOM if is_leaf == NONE else is_leaf)
    if run.heap is None:
        return BOTTOM
    marks: list[Value] = [
        (Transformed("tree leaf", (), (("index", of_constant(index)),)),) for index in range(len(leaves))
    ]
    marked = unflatten(run, structure, iter(marks), ("marked", id(call.node), call.label))
    selected = run.call(where, [marked], {}, node=call.node, label=("where", call.label))
    if run.heap is None:
        return BOTTOM
    replacement, function = call.get(2, "replace"), call.get(3, "replace_fn")
    nodes = _selected_nodes(run, selected)
    changed = list(leaves)
    for position, node in enumerate(nodes or []):
        inner, inner_structure = flatten(run, node)
        indices = [_leaf_index(leaf) for leaf in inner]
        if not indices or None in indices:
            nodes = None
            break
        new = _replacement(run, replacement, position, len(nodes or []), selected)
        if function:
            if inner_structure != LEAF:
                nodes = None
                break
            new = run.call(function, [leaves[indices[0] or 0]], {}, node=call.node, label=("replace_fn", position))
        try:
            parts = [new] if inner_structure == LEAF else flatten_like(run, inner_structure, new)
        except TreeMismatchError:
            nodes = None
            break
        for index, part in zip(indices, parts, strict=True):
            if index is not None:
                changed[index] = part
    if nodes is None:
        return run.unknown("tree_at of nodes that are not known")
    return unflatten(run, structure, iter(changed), ("tree_at", id(call.node), call.label))


def _leaf_index(leaf: Value) -> int | None:
    item = only(leaf, Transformed)
    number = constant_of(item.option("index")) if item is not None and item.kind == "tree leaf" else None
    return number if isinstance(number, int) else None


def _selected_nodes(run: Run, selected: Value) -> list[Value] | None:
    """The nodes that a function selects: one node, or each item of a sequence of nodes."""
    item = only(selected)
    is_sequence = (isinstance(item, Tuple) and item.cls is None) or (
        isinstance(item, Object) and run.object(item).kind == "list"
    )
    return known_items(run, selected) if is_sequence else [selected]


def _replacement(run: Run, replacement: Value, position: int, count: int, selected: Value) -> Value:
    if _selected_nodes(run, selected) == [selected]:
        return replacement
    items = known_items(run, replacement)
    return items[position] if items is not None and len(items) == count else run.unknown("a replacement of tree_at")


@model("equinox.tree_equal")
def _tree_equal(run: Run, call: Call) -> Value:
    """``eqx.tree_equal(a, b)``: False if a structure, dtype or shape differs; for values, an array or bool."""
    return tree_equal(run, call.arguments)


def tree_equal(run: Run, arguments: list[Value]) -> Value:
    """Whether several trees are equal."""
    trees = [flatten(run, tree) for tree in arguments]
    if len(trees) < 2 or run.heap is None:
        return of_bool(None)
    first, structure = trees[0]
    outcomes: list[bool | None] = []
    for leaves, other in trees[1:]:
        if any(is_unknown(leaf) or len(leaf) != 1 for leaf in (*first, *leaves)):
            outcomes.append(None)
        elif _skeleton(other) != _skeleton(structure):
            outcomes.append(False)
        elif other != structure:
            outcomes.append(None)
        outcomes += [_same_leaf(run, one, two) for one, two in zip(first, leaves, strict=False)]
    if False in outcomes:
        return FALSE
    if outcomes and all(outcomes):
        return of_bool(True)
    arrays = [item for leaves, _ in trees for leaf in leaves for item in leaf]
    if any(isinstance(item, Array) and not item.is_struct for item in arrays):
        return (Number("bool"), Array("bool_", ()))
    return of_bool(None)


EQUALITY["equinox.Module"] = tree_equal


def _skeleton(structure: Structure) -> Any:
    """A structure without the values of static fields, which may be equal although they are different objects."""
    if structure[0] in ("leaf", "none"):
        return structure
    if structure[0] in ("static", "optional"):
        return structure[: 2 if structure[0] == "static" else 1]
    kept = structure[:3] if structure[0] == "instance" else structure[:-1]
    return kept, tuple(map(_skeleton, structure[-1]))


def _same_leaf(run: Run, left: Value, right: Value) -> bool | None:
    """Whether two leaves are equal: structs are compared by dtype and shape; None if unknown."""
    one, other = only(left), only(right)
    if not isinstance(one, (Array, NumPyArray, Object)) and not isinstance(other, (Array, NumPyArray, Object)):
        return equal(one, other)
    if isinstance(one, Array) and isinstance(other, Array) and one.is_struct and other.is_struct:
        if one.dtype is None or other.dtype is None:
            return None
        if one.dtype != other.dtype:
            return False
        if one.shape is None or other.shape is None:
            return None
        if not all(isinstance(size, int) for size in (*one.shape, *other.shape)):
            return None
        return one.shape == other.shape
    return None


# -------------------------------------------------------------------------------------------------- enumerations


def _make_items(run: Run, info: ClassInfo) -> None:
    """Turn the strings in the body of an enumeration into its items."""
    site = run.modules.get("equinox._enum")
    cls = None if site is None else only(run.live[site].fields.get("EnumerationItem", BOTTOM), Class)
    body = run.writable(info.site)
    names: dict[str, Value] = {}
    for each_class in reversed(info.mro):
        if not isinstance(each_class, str):
            names.update(
                {
                    name: value
                    for name, value in run.live[each_class].fields.items()
                    if isinstance(name, str) and not name.startswith("_")
                }
            )
    fields: dict[Any, Value] = {"_index_to_message": (Items(ANY_STR, "tuple"),)}
    body.fields.update(fields)
    for index, name in enumerate(names):
        if cls is None or not any(isinstance(item, (Text, Object)) for item in names[name]):
            continue
        fields = {"_value": (NumPyArray("int32", (), False),), "_enumeration": (Class(info.site),)}
        item: Any = ("instance", info.site, name, index)
        run.live.add(item, HeapObject("instance", fields, cls=cls.site))
        body.fields[name] = (Object(item),)


def _item_of_enumeration(run: Run, owner: Any, call: Call) -> Value:
    """``RESULTS.promote(item)`` and ``RESULTS.where(pred, a, b)``: an item of the enumeration."""
    items = call.arguments[1:] if len(call.arguments) == 3 else call.arguments
    alternatives = [one for item in items for one in item]
    classes = {run.object(one).cls if isinstance(one, Object) else None for one in alternatives}
    if len(classes) != 1 or None in classes:
        return run.unknown("an item of an enumeration")
    if len(items) == 2 and len(set(alternatives)) == 1:
        return items[0]
    values = [get_attribute(run, item, "_value") for item in items]
    flag = filtered_traced(run, [*call.arguments[: len(call.arguments) - len(items)], *values])
    fields: dict[Any, Value] = {"_value": (Array("int32", (), traced=flag),), "_enumeration": (owner,)}
    return run.allocate("instance", fields, cls=classes.pop(), label=("enumeration", call.label))


CLASS_MAKERS["equinox.Enumeration"] = _make_items
CLASS_METHODS["equinox.Enumeration"] = {"promote": _item_of_enumeration, "where": _item_of_enumeration}

# -------------------------------------------------------------------------------------------------------- loops


@model("equinox.internal.while_loop")
def _while_loop(run: Run, call: Call) -> Value:
    """``eqxi.while_loop(cond, body, init, *, kind=...)``: its buffers behave as the arrays do."""
    plain = call.with_arguments([call.get(0, "cond_fun"), call.get(1, "body_fun"), call.get(2, "init_val")], {})
    plain.name = "jax.lax.while_loop"
    return loop(run, plain)


@model("equinox.internal.scan")
def _scan(run: Run, call: Call) -> Value:
    """``eqxi.scan(f, init, xs, *, kind=...)``."""
    plain = call.with_arguments([call.get(0, "f"), call.get(1, "init"), call.get(2, "xs", NONE)], {})
    plain.name = "jax.lax.scan"
    return scan(run, plain)


@model("equinox.internal.buffer_at_set")
def _buffer_at_set(run: Run, call: Call) -> Value:
    """``eqxi.buffer_at_set(buffer, item, x)``: an array like the buffer."""
    return filtered_arrays(run, call.get(0, "buffer"), "buffer")


@model("equinox.internal.scan_trick")
def _scan_trick(run: Run, call: Call) -> Value:
    """``eqxi.scan_trick(f, intermediates, init)``: one step, and then each of the intermediate steps."""
    result = run.call(call.get(0, "fn"), [call.get(2, "init")], {}, node=call.node, label=("step", call.label))
    for index, function in enumerate(known_items(run, call.get(1, "intermediates")) or []):
        result = run.call(function, [result], {}, node=call.node, label=("intermediate", index, call.label))
    return filtered_arrays(run, result, ("scan_trick", id(call.node)))


CALLERS["tree leaf"] = lambda run, item, call: run.unknown("a leaf of a tree is called")


@model("equinox.default_floating_dtype")
def default_floating_dtype(run: Run, call: Call) -> Value:
    """The dtype of a layer whose caller passes no dtype: float64 with x64, float32 otherwise. Nobody chose it."""
    names = {requested(system, "float") for system in jax_systems(run)}
    origins = accident(run.place, "the default dtype of equinox")
    return (Dtype(names.pop() if len(names) == 1 else None, "jax", origins),)
