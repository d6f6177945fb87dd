"""The known parts of the trees that equinox's filters make: ``params, static = eqx.partition(model, eqx.is_array)``.

A filter replaces leaves by None. ``eqx.combine`` takes each leaf from the first tree in which it is not None.
"""

from __future__ import annotations

from mypy.nodes import ARG_POS, CallExpr, RefExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, LiteralType, NoneType, Type, get_proper_type

from ..trees.tree_leaves import INEXACT
from ..types.array_types import unfolded
from ..types.operands import dtypes_of
from .known_parts import KnownParts
from .parts import FUNCTION, NOTHING, VALUE, Parts, Path, is_value, prefixed, text_in
from .returned_values import is_known_array

FILTERS = frozenset(f"equinox._filters.{name}" for name in ("filter", "partition", "combine"))
"""The functions that select leaves of trees."""
ARRAY_TESTS = {"equinox._filters.is_array": False, "equinox._filters.is_inexact_array": True}
"""The tests of leaves that are arrays, and whether they select floating-point arrays only."""


def filtered_parts(api: CheckerPluginInterface, call: CallExpr, known: KnownParts) -> Parts | None:
    """The parts of the result of a filter; None for other calls."""
    if not isinstance(call.callee, RefExpr) or call.callee.fullname not in FILTERS:
        return None
    if any(kind != ARG_POS for kind in call.arg_kinds) or len(call.args) != 2:
        return NOTHING
    first, second = call.args
    name = call.callee.fullname.rpartition(".")[2]
    if name == "combine":
        return _combined(known.with_own_type(api, first), known.with_own_type(api, second))
    test = second.fullname if isinstance(second, RefExpr) else ""
    if test not in ARRAY_TESTS:
        return NOTHING
    parts = known.with_own_type(api, first)
    selected = _selected(parts, is_inexact=ARRAY_TESTS[test], is_kept=True)
    if name == "filter":
        return selected
    others = _selected(parts, is_inexact=ARRAY_TESTS[test], is_kept=False)
    return {**prefixed(selected, ("[", 0)), **prefixed(others, ("[", 1))}


def _selected(parts: Parts, *, is_inexact: bool, is_kept: bool) -> Parts:
    """The parts of a tree in which only some leaves are left.

    Args:
        parts: the parts of the whole tree.
        is_inexact: whether the leaves are the floating-point arrays only.
        is_kept: whether these leaves are kept, and not the other ones.
    """
    selected: dict[Path, Type] = {}
    for path, t in parts.items():
        if is_value(path):
            is_function = text_in({(VALUE,): t}, FUNCTION) is not None
            if is_function or isinstance(get_proper_type(t), Instance | NoneType):
                selected[path] = t
        elif is_known_array(t):
            dtypes = dtypes_of(unfolded(t)) or ()
            kinds = {dtype in INEXACT for dtype in dtypes} if is_inexact else {True}
            if kinds == {is_kept}:
                selected[path] = t
            elif kinds == {not is_kept}:
                selected[(*path, VALUE)] = NoneType()
    return selected


def _combined(first: Parts, second: Parts) -> Parts:
    """The parts of a tree with the leaves of the first tree, and those of the second where the first has None."""
    combined: dict[Path, Type] = {}
    for path, t in second.items():
        own = get_proper_type(first.get(path))
        is_none = isinstance(get_proper_type(first.get((*path, VALUE))), NoneType)
        if is_none or own == get_proper_type(t) or (is_value(path) and isinstance(own, NoneType)):
            combined[path] = t
    combined |= {path: t for path, t in first.items() if not isinstance(get_proper_type(t), NoneType | LiteralType)}
    return {path: t for path, t in combined.items() if not (is_value(path) and path[:-1] in combined)}
