"""Writes out the items of known tuples and lists in a body: ``f(*args)``, and ``tuple(f(x) for x in args)``.

While mypy checks a body for a call, the first becomes ``f(args[0], args[1])``. For the second, mypy infers the type of
``f(x)`` for one item after another.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.errorcodes import ARG_TYPE
from mypy.literals import literal
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    LITERAL_NO,
    CallExpr,
    Expression,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.typeops import make_simplified_union
from mypy.types import TupleType, Type, UnpackType, get_proper_type

from ..mypy_compat.binder import assign_in_binder, is_never_so, narrow_by, own_branch
from ..mypy_compat.expressions import forget_cached_types, stored_type, types_apart
from ..mypy_compat.messages import error_lists, errors_watched, saw_errors
from ..syntax_tree import children, nodes_in
from ..types.array_types import unfolded
from ..types.tuples import is_plain_tuple
from ..variables.assignment_marker import inner_value
from .known_keywords import known_keywords
from .known_parts import KnownParts
from .parts import LIST, Parts, subtree, text_in

MAKERS = frozenset(("builtins.tuple", "builtins.list"))
"""The functions that make a tuple or list of the items of a generator."""
COMPREHENSION = "<list-comprehension>"
"""The name by which mypy asks for the hook of a list comprehension."""
MOST_ITEMS = 16
"""The largest number of items that are written out."""


def written_out(api: CheckerPluginInterface, call: CallExpr, known: KnownParts) -> CallExpr | None:
    """A call with the items of each starred argument; None if there is none, or if its items are unknown."""
    if ARG_STAR not in call.arg_kinds and ARG_STAR2 not in call.arg_kinds:
        return None
    whole = CallExpr(call.callee, [], [], [])
    whole.set_line(call)
    for argument, kind, name in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        arguments: Sequence[Expression] = [argument]
        if kind is ARG_STAR2:
            keywords = known_keywords(api, argument)
            if keywords is None:
                return None
            whole.args += keywords.values()
            whole.arg_kinds += [ARG_NAMED] * len(keywords)
            whole.arg_names += keywords
            continue
        if kind is ARG_STAR:
            count = _length(api, argument, known)
            if count is None:
                return None
            arguments = [_item(argument, position) for position in range(count)]
        whole.args += arguments
        whole.arg_kinds += [ARG_POS if kind is ARG_STAR else kind] * len(arguments)
        whole.arg_names += [name] * len(arguments)
    return whole


def _length(api: CheckerPluginInterface, rows: Expression, known: KnownParts) -> int | None:
    """The length of a tuple or list whose items are known; None if it is unknown."""
    if not isinstance(rows, NameExpr) or literal(rows) == LITERAL_NO:
        return None
    t = unfolded(stored_type(api, rows))
    if is_plain_tuple(t) and not any(isinstance(get_proper_type(item), UnpackType) for item in t.items):
        return len(t.items) if len(t.items) <= MOST_ITEMS else None
    length = text_in(known.of(api, rows), LIST)
    return int(length) if length is not None and int(length) <= MOST_ITEMS else None


def _item(rows: Expression, position: int) -> IndexExpr:
    """The expression of an item."""
    index = IntExpr(position)
    item = IndexExpr(rows, index)
    for node in (index, item):
        node.set_line(rows)
    return item


def made_items(
    api: CheckerPluginInterface, made: Expression, known: KnownParts
) -> tuple[list[Type], list[Parts]] | None:
    """The items that ``tuple(f(x) for x in rows)`` or a comprehension makes: their types, and the known parts of each.

    None for other expressions, and if the items are unknown.
    """
    match made:
        case GeneratorExpr() as generator:
            pass
        case CallExpr(callee=RefExpr(fullname=name), args=[GeneratorExpr() as generator]) if name in MAKERS:
            pass
        case _:
            return None
    if len(generator.sequences) != 1 or generator.is_async[0]:
        return None
    variable, rows = generator.indices[0], inner_value(generator.sequences[0])
    if not isinstance(variable, NameExpr) or not isinstance(variable.node, Var) or _has_functions(generator):
        return None
    count = _length(api, rows, known)
    if count is None:
        return None
    calls = dict(known.of_calls)
    try:
        with types_apart(api):  # the generator itself keeps the types that hold for all items
            made_of_each = [
                _made_for(api, generator, variable, _item(rows, position), position, known) for position in range(count)
            ]
    finally:
        known.of_calls.clear()
        known.of_calls |= calls
    kept = [each for each in made_of_each if each is not None]
    if len(kept) != count:
        return None
    return [t for each in kept for t, _ in each], [parts for each in kept for _, parts in each]


def _made_for(
    api: CheckerPluginInterface,
    generator: GeneratorExpr,
    variable: NameExpr,
    item: IndexExpr,
    position: int,
    known: KnownParts,
) -> list[tuple[Type, Parts]] | None:
    """The type and parts of what a generator makes of one item, or nothing if it leaves the item out.

    None if it is unknown whether it leaves the item out.
    """
    forget_cached_types(api)
    with own_branch(api), errors_watched(api) as errors:
        t = api.get_expression_type(item)
        assign_in_binder(api, variable, t)
        inner = subtree(known.of(api, generator.sequences[0]), ("[", position))
        if inner:
            known.narrow_parts(api, variable, inner)
        for condition in generator.condlists[0]:
            api.get_expression_type(condition)
            if is_never_so(api, condition, value=True):
                return []
            if not is_never_so(api, condition, value=False):
                return None
            narrow_by(api, condition)
        made = api.get_expression_type(generator.left_expr)
        parts = known.with_own_type(api, generator.left_expr)
    return None if saw_errors(errors) else [(made, parts)]


def _has_functions(generator: GeneratorExpr) -> bool:
    """Whether a generator contains functions, or other generators, whose variables mypy infers only once."""
    return any(isinstance(node, LambdaExpr | GeneratorExpr) for node in nodes_in(children(generator)))


def type_of_items(api: CheckerPluginInterface, made: Expression, items: Sequence[Type]) -> Type:
    """The type of the tuple or list that a call or comprehension makes of some items."""
    joined = make_simplified_union(items)
    if isinstance(made, CallExpr) and isinstance(made.callee, RefExpr) and made.callee.fullname == "builtins.tuple":
        return TupleType([*items], api.named_generic_type("builtins.tuple", [joined]))
    return api.named_generic_type("builtins.list", [joined])


def take_back(api: CheckerPluginInterface, call: Expression) -> None:
    """Take mypy's errors about the starred arguments of a call back, since the call has none when they are written out.

    mypy assumes that ``**options`` may pass any value to each parameter.
    """
    starred = (
        [a for a, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_star()]
        if isinstance(call, CallExpr)
        else []
    )
    places = {(argument.line, argument.column) for argument in starred}
    _, *kept = error_lists(api)  # the first list has the errors that mypy reports, and not those of the body
    for infos in kept[-1:]:
        for info in [info for info in infos if info.code is ARG_TYPE and (info.line, info.column) in places]:
            infos.remove(info)
