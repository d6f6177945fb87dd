"""``jax.tree`` and ``jax.tree_util``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..attributes import get_attribute
from ..call import Call
from ..conditions import truth
from ..iteration import item_of, known_items
from ..pytrees import (
    LEAF,
    Structure,
    TreeMismatchError,
    count_leaves,
    flatten,
    flatten_like,
    map_trees,
    unflatten,
)
from ..values import (
    ANY_BOOL,
    ANY_INT,
    BOTTOM,
    NONE,
    Alternative,
    Array,
    Class,
    TreeDef,
    Tuple,
    Value,
    constant_of,
    each,
    is_unknown,
    joined,
    of_bool,
    of_constant,
    only,
)
from .key_paths import ANY_PATH, key_paths
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


def _is_leaf(call: Call, position: int = -1) -> Value:
    value = call.get(position, "is_leaf")
    return BOTTOM if value == NONE else value


def _function_and_trees(call: Call) -> tuple[Value, list[Value]]:
    """The function of a ``map`` and its trees; no trees if their number is not known."""
    trees = [*([call.keywords["tree"]] if "tree" in call.keywords else []), *call.arguments[1:]]
    if call.star or ("f" in call.keywords and call.arguments):
        return BOTTOM, []
    return call.get(0, "f"), trees


@model("jax.tree.map", "jax.tree_map", "jax.tree.multimap", "jax.tree_multimap")
def tree_map(run: Run, call: Call) -> Value:
    """``jax.tree.map(f, tree, *others)``."""
    function, trees = _function_and_trees(call)
    if not trees:
        return run.unknown("jax.tree.map of unknown trees")
    label = id(call.node)
    return map_trees(
        run,
        lambda leaves, index: run.call(function, leaves, {}, node=call.node, label=("leaf", index, call.label)),
        trees,
        _is_leaf(call),
        label,
    )


@model("jax.tree.map_with_path")
def tree_map_with_path(run: Run, call: Call) -> Value:
    """``jax.tree_util.tree_map_with_path(f, tree, *others)``."""
    function, trees = _function_and_trees(call)
    if not trees:
        return run.unknown("map_with_path of unknown trees")
    paths = key_paths(run, flatten(run, call.arguments[1], _is_leaf(call))[1], (id(call.node), call.label))
    return map_trees(
        run,
        lambda leaves, index: run.call(
            function,
            [paths[index] if index < len(paths) else ANY_PATH, *leaves],
            {},
            node=call.node,
            label=("leaf", index, call.label),
        ),
        trees,
        _is_leaf(call),
        id(call.node),
    )


@model("jax.tree.leaves", "jax.tree_leaves")
def tree_leaves(run: Run, call: Call) -> Value:
    """``jax.tree.leaves(tree)``."""
    leaves, structure = flatten(run, call.get(0, "tree"), _is_leaf(call, 1))
    return _list_of(run, leaves, structure, "leaves")


def _has_items(structure: Structure) -> bool:
    """Whether a tree has a list of unknown length."""
    if structure[0] in ("items", "optional"):
        return True
    return structure[0] not in ("leaf", "none", "static") and any(_has_items(part) for part in structure[-1])


def _list_of(run: Run, leaves: list[Value], structure: Structure, label: str) -> Value:
    if run.heap is None:
        return BOTTOM
    if _has_items(structure) or (structure == LEAF and is_unknown(leaves[0])):
        return run.allocate("list", rest=joined(leaves), label=label)
    return run.allocate("list", dict(enumerate(leaves)), label=label)


@model("jax.tree.flatten", "jax.tree_flatten")
def tree_flatten(run: Run, call: Call) -> Value:
    """``jax.tree.flatten(tree)``."""
    leaves, structure = flatten(run, call.get(0, "tree"), _is_leaf(call, 1))
    return (Tuple((_list_of(run, leaves, structure, "leaves"), (TreeDef(structure),))),)


@model("jax.tree.flatten_with_path", "jax.tree.leaves_with_path")
def tree_flatten_with_path(run: Run, call: Call) -> Value:
    """``jax.tree_util.tree_flatten_with_path(tree)``."""
    leaves, structure = flatten(run, call.get(0, "tree"), _is_leaf(call, 1))
    paths = key_paths(run, structure, (id(call.node), call.label))
    pairs: list[Value] = [(Tuple((path, leaf)),) for path, leaf in zip(paths, leaves, strict=True)]
    listed = _list_of(run, pairs, structure, "pairs")
    return listed if call.short_name == "leaves_with_path" else (Tuple((listed, (TreeDef(structure),))),)


@model("jax.tree.structure", "jax.tree_structure")
def tree_structure(run: Run, call: Call) -> Value:
    """``jax.tree.structure(tree)``."""
    _, structure = flatten(run, call.get(0, "tree"), _is_leaf(call, 1))
    return (TreeDef(structure),)


@model("jax.tree.unflatten", "jax.tree_unflatten")
def tree_unflatten(run: Run, call: Call) -> Value:
    """``jax.tree.unflatten(treedef, leaves)``."""
    return _unflattened(run, call.get(0, "treedef"), call.get(1, "leaves"), call)


def _unflattened(run: Run, treedef: Value, leaves: Value, call: Call) -> Value:
    known = only(treedef, TreeDef)
    if known is None:
        return run.unknown("a tree of unknown structure")
    items = known_items(run, leaves)
    count = count_leaves(known.structure)
    if items is None:
        items = [item_of(run, leaves)] * count
    return unflatten(run, known.structure, iter(items), id(call.node)) if len(items) == count else BOTTOM


@model("jax.tree.reduce", "jax.tree_reduce")
def tree_reduce(run: Run, call: Call) -> Value:
    """``jax.tree.reduce(f, tree, initializer)``."""
    function = call.get(0, "function")
    leaves, structure = flatten(run, call.get(1, "tree"), _is_leaf(call, 3))
    start = call.get(2, "initializer")
    if run.heap is None:
        return BOTTOM
    if _has_items(structure):
        return run.unknown("a reduction over a list of unknown length")
    if not start:
        if not leaves:
            return BOTTOM
        start, leaves = leaves[0], leaves[1:]
    for index, leaf in enumerate(leaves):
        start = run.call(function, [start, leaf], {}, node=call.node, label=("reduce", index, call.label))
    return start


@model("jax.tree.all", "jax.tree_all")
def tree_all(run: Run, call: Call) -> Value:
    """``jax.tree.all(tree)``."""
    leaves, _ = flatten(run, call.get(0, "tree"))
    outcomes = [truth(run, leaf) for leaf in leaves]
    return of_bool(False if False in outcomes else True if all(outcomes) else None)


@model("jax.tree.transpose", "jax.tree_transpose")
def tree_transpose(run: Run, call: Call) -> Value:
    """``jax.tree.transpose(outer, inner, tree)``."""
    outer, inner = only(call.get(0, "outer_treedef"), TreeDef), only(call.get(1, "inner_treedef"), TreeDef)
    if outer is None or inner is None:
        return run.unknown("a transposition of trees of unknown structure")
    leaves, _ = flatten(run, call.get(2, "pytree_to_transpose"))
    width, height = count_leaves(inner.structure), count_leaves(outer.structure)
    if len(leaves) != width * height:
        return run.unknown("a transposition of trees of unknown structure")
    columns = [
        unflatten(run, outer.structure, iter(leaves[index::width]), (id(call.node), index)) for index in range(width)
    ]
    return unflatten(run, inner.structure, iter(columns), id(call.node))


def treedef_method(run: Run, name: str, item: TreeDef, call: Call) -> Value:
    """A method of a tree structure."""
    if name == "unflatten":
        return _unflattened(run, (item,), call.get(0, "leaves"), call)
    if name == "flatten_up_to":
        try:
            subtrees = flatten_like(run, item.structure, call.get(0, "tree"))
        except TreeMismatchError:
            return BOTTOM
        return run.allocate("list", dict(enumerate(subtrees)), label="subtrees")
    if name == "compose":
        inner = only(call.get(0, "inner"), TreeDef)
        if inner is not None and not _has_items(item.structure):
            return (TreeDef(_composed(item.structure, inner.structure)),)
    return ANY_BOOL if name.startswith("__") else run.unknown(f"TreeDef.{name}")


def size_of_structure(item: TreeDef, name: str) -> Value:
    """``treedef.num_leaves``, and ``num_nodes``, which is not counted."""
    is_counted = name == "num_leaves" and not _has_items(item.structure)
    return of_constant(count_leaves(item.structure)) if is_counted else ANY_INT


def _composed(outer: Structure, inner: Structure) -> Structure:
    """A tree structure with another one in place of each leaf."""
    if outer == LEAF:
        return inner
    if outer[0] in ("none", "static"):
        return outer
    return (*outer[:-1], tuple(_composed(part, inner) for part in outer[-1]))


@model("jax.tree.is_leaf", "jax.tree_util.all_leaves")
def _all_leaves(run: Run, call: Call) -> Value:
    return ANY_BOOL


@model("jax.flatten_util.ravel_pytree")
def ravel_pytree(run: Run, call: Call) -> Value:
    """``ravel_pytree(tree)``: one array with the promotion of the leaves, and the way back."""
    from ...rules.tables import rule as find_rule
    from ..arrays import traced
    from ..values import Transformed
    from .jax_functions import by_rule

    leaves, structure = flatten(run, call.get(0, "pytree"))
    rule = find_rule("jax.numpy.concatenate", run.finder.jax_version)
    assert rule is not None
    arrays = [traced(run, leaf) for leaf in leaves]
    rows = [each(array, lambda one: (_raveled(one),)) for array in arrays]
    if not arrays:
        flat: Value = (Array("float32", (0,)),)
    else:
        flat = by_rule(run, rule, "jax.numpy.concatenate", {"arrays": rows})
    flat = each(flat, lambda one: (_raveled(one),))
    back = Transformed("unravel", (Tuple(tuple(arrays)),), (("structure", (TreeDef(structure),)),))
    return (Tuple((flat, (back,))),)


def _raveled(item: Alternative) -> Alternative:
    """An array with one axis."""
    return replace(item, shape=(None,)) if isinstance(item, Array) else item


@model("jax.tree_util.register_pytree_node", "jax.tree_util.register_pytree_with_keys")
def _register_node(run: Run, call: Call) -> Value:
    with_keys = call.short_name == "register_pytree_with_keys"
    flat = call.get(3, "flatten_func") if with_keys else call.get(1, "flatten_func")
    cls, rebuild = call.get(0, "nodetype"), call.get(2, "unflatten_func")
    _note_registration(run, cls, "all")
    if flat and flat != NONE and rebuild:
        _note_functions(run, cls, flat, rebuild)
    return NONE


@model("jax.tree_util.register_pytree_node_class", "jax.tree_util.register_pytree_with_keys_class")
def _register_class(run: Run, call: Call) -> Value:
    cls = call.get(0, "cls")
    _note_registration(run, cls, "all")
    for item in cls:
        info = run.classes[item.site] if isinstance(item, Class) else None
        flat = info.find(run, "tree_flatten") if info is not None else None
        if flat and run.heap is not None:
            _note_functions(run, (item,), flat, get_attribute(run, (item,), "tree_unflatten"))
    return cls


def _note_functions(run: Run, cls: Value, flat: Value, rebuild: Value) -> None:
    """Note the functions that flatten and rebuild the instances of a class."""
    for item in cls:
        if isinstance(item, Class):
            run.models["pytree functions", item.site] = flat, rebuild


@model("jax.tree_util.register_dataclass")
def _register_dataclass(run: Run, call: Call) -> Value:
    cls = call.get(0, "nodetype")
    names = known_items(run, call.get(1, "data_fields")) if call.get(1, "data_fields") else None
    texts = [str(constant_of(item)) for item in names] if names is not None else []
    _note_registration(run, cls, " ".join(texts) if names is not None else "fields")
    static = known_items(run, call.get(2, "meta_fields")) if call.get(2, "meta_fields") else None
    passed = (*texts, *(str(constant_of(item)) for item in static or ()))
    for item in cls:
        if isinstance(item, Class):
            run.models["pytree constructor", item.site] = passed
    return cls or run.unknown("register_dataclass without a class")


def _note_registration(run: Run, cls: Value, kind: str) -> None:
    for item in cls:
        if isinstance(item, Class):
            run.models["pytree", item.site] = kind
            run.memo.forget()
