"""The known parts of the tree that ``jax.tree.map(f, tree)`` returns."""

from __future__ import annotations

from mypy.nodes import ARG_STAR
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import Instance, NoneType, Type, get_proper_type

from ..trees.leaf_results import function_of, result_for_leaves
from ..trees.pytrees import is_of_arrays
from ..trees.tree_functions import mapped_pytree
from .known_parts import KnownParts
from .parts import NOTHING, Parts, Path, is_value
from .results import holds_dtypes


def _inner(parts: Parts) -> Parts:
    """The parts of a value without the value itself, whose type the hook of the function knows."""
    return {path: t for path, t in parts.items() if path}


def mapped_parts(ctx: FunctionContext, api: CheckerPluginInterface, known: KnownParts) -> Parts:
    """The parts of the tree that ``jax.tree.map(f, tree, *rest)`` returns: `f` is applied to each known part."""
    functions, trees, _, *others = ctx.arg_types
    if len(functions) != 1 or len(trees) != 1 or any(others) or any(ARG_STAR in kinds for kinds in ctx.arg_kinds):
        return NOTHING
    tree, *rest = (_inner(known.with_own_type(api, expression)) for expression in ctx.args[1] + ctx.args[2])
    function = function_of(ctx.args[0][0], functions[0]) if tree else None
    if function is None:
        return NOTHING
    made: dict[tuple[Type, ...], Type | None] = {}
    parts: dict[Path, Type] = {}
    for path, t in tree.items():
        if is_value(path):
            if isinstance(get_proper_type(t), Instance | NoneType):
                parts[path] = t
            continue
        leaves = (t, *(other[path] for other in rest if path in other))
        if len(leaves) != 1 + len(rest) or not all(map(is_of_arrays, leaves)):
            continue
        if leaves not in made:
            made[leaves] = mapped_pytree(lambda each: result_for_leaves(ctx, function, each), leaves[0], [*leaves[1:]])
        result = made[leaves]
        if result is not None and holds_dtypes(result):
            parts[path] = result
    return parts
