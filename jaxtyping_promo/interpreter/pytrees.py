"""Pytrees: the leaves of nested containers, and containers rebuilt from leaves, in JAX's order.

A *structure* is a nested tuple that begins with a word: ``("leaf",)``, ``("none",)``, ``("tuple", class, parts)``,
``("list", parts)``, ``("dict", keys, parts)``, ``("instance", class, names, kept, parts)``. Further words:

- ``("static", class, value)``: an immutable instance without leaves.
- ``("optional", others)``: a leaf that may also be a value without leaves.
- ``("custom", class, auxiliary, parts)``: an instance that functions of the program flatten and rebuild.
- ``("partial", function, count, names, parts)``: a ``jax.tree_util.Partial``, whose arguments are its parts.
- ``("items", kind, keys, parts)``: a list, tuple or dict of unknown length, whose one part stands for all its items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .heap import KeyObject, key_value
from .values import (
    BOTTOM,
    NONE,
    Array,
    Items,
    NumPyArray,
    Object,
    Partial,
    Singleton,
    Site,
    Tuple,
    Unknown,
    Value,
    join,
    joined,
    unknown,
)

if TYPE_CHECKING:
    from .run import Run

Structure: TypeAlias = tuple[Any, ...]
LEAF: Structure = ("leaf",)
NO_LEAF: Structure = ("none",)
DEEPEST = 24

CONTAINERS = ("dict", "list")
MOST_LEAVES = 20_000
"""The most leaves of a tree that are told apart."""


class TreeMismatchError(Exception):
    """Two pytrees have different structures."""


def flatten(run: Run, value: Value, is_leaf: Value = BOTTOM) -> tuple[list[Value], Structure]:
    """The leaves of a pytree, and its structure.

    Args:
        run: the run.
        value: the tree.
        is_leaf: a function of the program that stops at a subtree; empty if there is none.
    """
    leaves: list[Value] = []
    structure = _flatten(run, value, is_leaf, leaves, 0)
    return leaves, structure


def _flatten(run: Run, value: Value, is_leaf: Value, leaves: list[Value], depth: int) -> Structure:
    if run.heap is None:
        return LEAF
    if is_leaf and is_leaf != NONE:
        from .conditions import truth

        outcome = truth(run, run.call(is_leaf, [value], label=("is_leaf", depth, len(leaves))))
        if run.heap is None or outcome is True:
            leaves.append(value)
            return LEAF
    elif len(value) > 1 and depth <= DEEPEST and (split := _optional(run, value, depth)) is not None:
        leaves.append(split[0])
        return ("optional", split[1])
    children = children_of(run, value)
    if children is not None and (depth > DEEPEST or len(leaves) > MOST_LEAVES):
        leaves.append(run.unknown("a tree is too deep or too large"))
        return LEAF
    if children is None:
        leaves.append(value)
        return LEAF
    kind, parts = children
    if kind == NO_LEAF:
        return NO_LEAF
    count = len(leaves)
    structures = tuple(_flatten(run, part, is_leaf, leaves, depth + 1) for part in parts)
    if kind[0] == "instance" and len(leaves) == count and run.classes[kind[1]].inherits("equinox.Module"):
        return ("static", kind[1], value)
    return (*kind, structures)


def _optional(run: Run, value: Value, depth: int) -> tuple[Value, Value] | None:
    """The leaves among the alternatives of a value, and those without leaves; None if all are of one kind."""
    found = [(item, _children(run, item)) for item in value]
    one_leaf = tuple(item for item, children in found if children is None)
    without = tuple(item for item, children in found if children is not None and _is_empty(run, children, depth))
    return (one_leaf, without) if one_leaf and without and len(one_leaf) + len(without) == len(value) else None


def _is_empty(run: Run, children: tuple[Structure, list[Value]], depth: int) -> bool:
    """Whether an immutable value has no leaves: None, or a module whose fields are all static."""
    kind, parts = children
    if kind == NO_LEAF:
        return True
    if kind[0] != "instance" or not run.classes[kind[1]].inherits("equinox.Module"):
        return False
    leaves: list[Value] = []
    for part in parts:
        _flatten(run, part, BOTTOM, leaves, depth + 1)
        if leaves:
            return False
    return True


def children_of(run: Run, value: Value) -> tuple[Structure, list[Value]] | None:
    """The kind of a container and its parts; None if the value is a leaf."""
    if len(value) == 1:
        return _children(run, value[0])
    if not value:
        return None
    found = [_children(run, item) for item in value]
    first = found[0]
    if first is None or any(each is None or each[0] != first[0] or len(each[1]) != len(first[1]) for each in found):
        return None
    columns = zip(*(each[1] for each in found if each is not None), strict=True)
    return first[0], [joined(column) for column in columns]


def _children(run: Run, item: Any) -> tuple[Structure, list[Value]] | None:
    if isinstance(item, Tuple):
        return ("tuple", item.cls), list(item.items)
    if isinstance(item, Singleton):
        return (NO_LEAF, []) if item.kind == "NoneType" else None
    if isinstance(item, Items) and item.kind == "tuple":
        return ("items", "tuple", BOTTOM), [item.item]
    if isinstance(item, Partial) and item.is_tree:
        keywords = sorted(item.keywords, key=lambda pair: pair[0])
        names = tuple(name for name, _ in keywords)
        parts = [*item.arguments, *(value for _, value in keywords)]
        return ("partial", item.function, len(item.arguments), names), parts
    if not isinstance(item, Object):
        return None
    found = run.live.get(item.site)
    if found is None or found.escape is not None:
        return None
    if found.kind == "list":
        if found.is_known:
            return ("list",), list(found.fields.values())
        return ("items", "list", BOTTOM), [found.everything()]
    if found.kind == "dict":
        if not found.is_known:
            names = joined((found.keys, *map(key_value, found.fields)))
            return (("items", "dict", names), [found.everything()]) if found.everything() and names else None
        keys = sorted_keys(found.fields)
        return ("dict", tuple(found.fields), tuple(keys)), [found.fields[key] for key in keys]
    if found.kind == "instance":
        return _instance_children(run, item)
    return None


def sorted_keys(fields: dict[Any, Value]) -> list[Any]:
    """The keys of a dict in JAX's order."""
    keys = [key for key in fields if not isinstance(key, KeyObject)]
    try:
        return sorted(keys)
    except TypeError:
        return keys


def _instance_children(run: Run, item: Object) -> tuple[Structure, list[Value]] | None:
    from .classes import class_of
    from .libraries.pytree_classes import leaf_fields, node_functions

    info = class_of(run, item)
    if info is None:
        return None
    functions = node_functions(run, info)
    if functions is not None:
        return _custom_children(run, info.site, functions[0], item)
    fields = leaf_fields(run, info, item)
    if fields is None:
        return None
    found = run.object(item)
    names = [name for name in fields if name in found.fields]
    kept = tuple((name, value) for name, value in found.fields.items() if name not in names)
    return ("instance", info.site, tuple(names), kept), [found.fields[name] for name in names]


def _custom_children(run: Run, site: Site, flatten_node: Value, item: Object) -> tuple[Structure, list[Value]]:
    """The children of an instance whose class is registered with a function of the program that flattens it."""
    from .iteration import known_items

    with run.records.called_by_jax():
        result = run.call(flatten_node, [(item,)], label=("flatten", item.site))
    pair = known_items(run, result) if run.heap is not None else None
    children = known_items(run, pair[0]) if pair is not None and len(pair) == 2 else None
    if pair is None or children is None:
        return ("items", "tuple", BOTTOM), [run.unknown("the children of a pytree")]
    return ("custom", site, pair[1]), children


def unflatten(run: Run, structure: Structure, leaves: Iterator[Value], label: Any = None) -> Value:
    """A pytree of a structure with other leaves."""
    if run.heap is None:
        return BOTTOM
    kind = structure[0]
    if kind == "leaf":
        return next(leaves, unknown("a leaf is missing"))
    if kind == "none":
        return NONE
    if kind == "optional":
        return join(next(leaves, unknown("a leaf is missing")), structure[1])
    if kind == "static":
        kept_value: Value = structure[2]
        return kept_value
    parts = [unflatten(run, part, leaves, (label, index)) for index, part in enumerate(structure[-1])]
    if kind == "tuple":
        return (Tuple(tuple(parts), structure[1]),)
    if kind == "list":
        return run.allocate("list", dict(enumerate(parts)), label=("tree", label))
    if kind == "items":
        if structure[1] == "tuple":
            return (Items(parts[0], "tuple"),)
        return run.allocate(structure[1], rest=parts[0], keys=structure[2], label=("tree", label))
    if kind == "dict":
        return run.allocate("dict", dict(zip(structure[2], parts, strict=True)), label=("tree", label))
    if kind == "custom":
        from .libraries.pytree_classes import node_functions

        functions = node_functions(run, run.classes[structure[1]])
        assert functions is not None
        with run.records.called_by_jax():
            return run.call(functions[1], [structure[2], (Tuple(tuple(parts)),)], label=("unflatten", label))
    if kind == "partial":
        _, function, count, names, _ = structure
        return (Partial(function, tuple(parts[:count]), tuple(zip(names, parts[count:], strict=True)), is_tree=True),)
    return _rebuilt_instance(run, structure, parts, label)


def _rebuilt_instance(run: Run, structure: Structure, parts: list[Value], label: Any) -> Value:
    """An instance with other leaves. The constructor of its class may change the leaves, so JAX's repeated calls count.

    The dtypes are unknown if they change again in a second call, as JAX calls the constructor several times.
    """
    from .libraries.pytree_classes import rebuilding_constructor

    _, cls, names, kept, _ = structure
    fields = dict(zip(names, parts, strict=True)) | dict(kept)
    rebuild = rebuilding_constructor(run, run.classes[cls])
    if rebuild is None:
        return run.allocate("instance", fields, cls=cls, label=("tree", label, cls))
    with run.records.called_by_jax():
        made = rebuild(fields, ("tree", label, cls))
        after = _fields_like(run, made, fields)
        if after is None or _kinds(after) == _kinds(fields):
            return made
        again = _fields_like(run, rebuild(after, ("tree again", label, cls)), fields)
    if again is not None and _kinds(again) != _kinds(after):
        run.escape(made, "the constructor changes the leaves of a pytree each time that JAX calls it")
    return made


def _fields_like(run: Run, instance: Value, fields: dict[Any, Value]) -> dict[Any, Value] | None:
    """The same fields of another instance; None if it has no value, or is not known."""
    item = instance[0] if len(instance) == 1 else None
    found = run.live.get(item.site) if isinstance(item, Object) and run.heap is not None else None
    if found is None or found.escape is not None:
        return None
    return {name: found.fields.get(name, BOTTOM) for name in fields}


def _kinds(fields: dict[Any, Value]) -> dict[Any, set[Any]]:
    """The dtypes of the arrays in fields, and all other alternatives without objects."""
    return {
        name: {
            (type(item), item.dtype) if isinstance(item, (Array, NumPyArray)) else item
            for item in value if not isinstance(item, Object)
        }
        for name, value in fields.items()
    }  # fmt: skip


def is_rebuilt_by_code(run: Run, structure: Structure) -> bool:
    """Whether functions of the program run where JAX rebuilds a tree, even if no leaf changes."""
    kind = structure[0]
    if kind == "custom":
        return True
    if kind in ("leaf", "none", "optional", "static"):
        return False
    if kind == "instance":
        from .libraries.pytree_classes import rebuilding_constructor

        if rebuilding_constructor(run, run.classes[structure[1]]) is not None:
            return True
    return any(is_rebuilt_by_code(run, part) for part in structure[-1])


def flatten_like(run: Run, structure: Structure, value: Value) -> list[Value]:
    """The subtrees of a tree at the leaves of another tree's structure.

    Raises:
        TreeMismatchError: the tree has another structure.
    """
    if structure[0] == "leaf":
        return [value]
    if len(value) == 1 and isinstance(value[0], Unknown):
        return [value] * count_leaves(structure)
    if structure[0] == "optional":
        split = _optional(run, value, 0)
        return [value if split is None else split[0]]
    if len(value) > 1 and _has_several_structures(run, value):
        return _matching_alternatives(run, structure, value)
    children = children_of(run, value)
    if structure[0] == "none":
        if value == NONE or children is None:
            return []
        raise TreeMismatchError
    if children is None:
        raise TreeMismatchError
    kind, parts = children
    if structure[0] == "static":
        if kind[:2] == ("instance", structure[1]) and not flatten(run, value)[0]:
            return []
        raise TreeMismatchError
    same_dict = kind[0] == structure[0] == "dict" and kind[2] == structure[2]
    same_instance = kind[0] == structure[0] == "instance" and kind[1:3] == structure[1:3]
    if kind[0] == "items" or structure[0] == "items":
        kinds = [each[1] if each[0] == "items" else each[0] for each in (kind, structure)]
        if parts and (kinds == ["dict", "dict"] or {*kinds} <= {"list", "tuple"}):
            part = joined(parts)
            return [each for inner in structure[-1] for each in flatten_like(run, inner, part)]
        raise TreeMismatchError
    if not (same_dict or same_instance or kind == structure[:-1]) or len(parts) != len(structure[-1]):
        raise TreeMismatchError
    found: list[Value] = []
    for inner, part in zip(structure[-1], parts, strict=True):
        found += flatten_like(run, inner, part)
    return found


def _matching_alternatives(run: Run, structure: Structure, value: Value) -> list[Value]:
    """The join of the subtrees of those alternatives that have a structure; JAX rejects the others."""
    rows: list[list[Value]] = []
    for item in value:
        try:
            rows.append(flatten_like(run, structure, (item,)))
        except TreeMismatchError:
            continue
    if not rows:
        raise TreeMismatchError
    return [joined(column) for column in zip(*rows, strict=True)]


def skeleton(structure: Structure) -> Structure:
    """A structure without the values of static fields, which may be equal though they are different objects here."""
    if structure[0] in ("leaf", "none", "optional"):
        return structure[:1]
    if structure[0] == "static":
        return structure[:2]
    kind = structure[:-1] if structure[0] in ("dict", "list", "tuple") else structure[:2]
    return (*kind, tuple(map(skeleton, structure[-1])))


def count_leaves(structure: Structure) -> int:
    """The number of leaves of a structure."""
    if structure[0] in ("leaf", "optional"):
        return 1
    return 0 if structure[0] in ("none", "static") else sum(count_leaves(part) for part in structure[-1])


def map_leaves(run: Run, value: Value, change: Callable[[Value], Value], label: Any = None) -> Value:
    """A pytree with changed leaves; the same objects if no leaf changes, and no code of the program rebuilds them."""
    if len(value) == 1 and type(value[0]).__name__ in ("Array", "Number", "Unknown", "NumPyArray"):
        return change(value)
    leaves, structure = flatten(run, value)
    if structure == LEAF:
        return change(value)
    changed = [change(leaf) for leaf in leaves]
    if not is_rebuilt_by_code(run, structure) and all(
        new is old or new == old for new, old in zip(changed, leaves, strict=True)
    ):
        return value
    return unflatten(run, structure, iter(changed), label)


def map_trees(
    run: Run, function: Callable[[list[Value], int], Value], trees: Sequence[Value], is_leaf: Value = BOTTOM,
    label: Any = None,
) -> Value:  # fmt: skip
    """A pytree of a function's results for the corresponding leaves of several trees.

    A leaf of the first tree that may stand for a subtree has an unknown result, even if the function returns an array.
    """
    if len(trees[0]) > 1 and _has_several_structures(run, trees[0]):
        return run.branch(
            *(
                lambda item=item, i=index: map_trees(run, function, [(item,), *trees[1:]], is_leaf, (label, i))
                for index, item in enumerate(trees[0])
            )
        )
    leaves, structure = flatten(run, trees[0], is_leaf)
    if run.heap is None:
        return BOTTOM
    try:
        columns = [leaves, *(flatten_like(run, structure, tree) for tree in trees[1:])]
    except TreeMismatchError:
        return BOTTOM if all(_is_closed(run, tree) for tree in trees) else run.unknown("trees of different structure")
    results = []
    for index, row in enumerate(zip(*columns, strict=True)):
        may_be_subtree = _may_be_subtree(run, row[0])
        result = function(list(row), index)
        if run.heap is None:
            return BOTTOM
        if may_be_subtree and any(isinstance(item, (Array, NumPyArray)) for item in result):
            result = run.unknown("a tree of unknown structure")
        results.append(result)
    return unflatten(run, structure, iter(results), label)


def _may_be_subtree(run: Run, leaf: Value) -> bool:
    """Whether a leaf is unknown, or a container whose items are not known."""
    objects = (run.live.get(item.site) for item in leaf if isinstance(item, Object))
    return any(isinstance(item, Unknown) for item in leaf) or any(
        found is None or found.kind in CONTAINERS for found in objects
    )


def _has_several_structures(run: Run, tree: Value) -> bool:
    """Whether some alternatives of a value are containers, and others are leaves or containers of another kind."""
    found = [_children(run, item) for item in tree]
    return children_of(run, tree) is None and any(each is not None for each in found)


def _is_closed(run: Run, tree: Value) -> bool:
    return len(tree) == 1 and not isinstance(tree[0], Unknown) and len(flatten(run, tree)[0]) >= 0 and _known(run, tree)


def _known(run: Run, tree: Value) -> bool:
    return all(not any(isinstance(item, Unknown) for item in leaf) for leaf in flatten(run, tree)[0])


def join_trees(run: Run, left: Value, right: Value, label: Any = None) -> Value:
    """The tree of one of two paths, merged leaf by leaf where the structures are the same."""
    leaves, structure = flatten(run, left)
    try:
        others = flatten_like(run, structure, right)
    except TreeMismatchError:
        return join(left, right)
    if structure == LEAF:
        return join(left, right)
    merged = [join(one, other) for one, other in zip(leaves, others, strict=True)]
    if all(new is old for new, old in zip(merged, leaves, strict=True)):
        return left
    return unflatten(run, structure, iter(merged), label)
