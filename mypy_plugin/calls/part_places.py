"""The expressions of parts, and what mypy's binder knows about them.

The types of parts are kept in mypy's binder: attributes and items are narrowed to them. The binder follows the control
flow, and forgets the parts when the variable is assigned again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from mypy.literals import literal, literal_hash
from mypy.nodes import LITERAL_NO, Expression, IndexExpr, IntExpr, MemberExpr, NameExpr, StrExpr, UnaryExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.typeops import make_simplified_union
from mypy.types import Instance, NoneType, Type, UnionType, get_proper_type

from ..flow.tested_values import may_hold_array
from ..installed_packages import is_library as is_library_class
from ..mypy_compat.binder import CurrentType, narrowed_types, types_in_frames
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import loaded_modules
from ..trees.pytrees import is_of_arrays
from ..types.array_types import unfolded
from .parts import NOTHING, VALUE, Parts, Path, Step, is_value
from .results import is_open

Before: TypeAlias = Sequence[Mapping[tuple[object, ...], CurrentType]]
"""The types in the binder of some variables, attributes and items, for each enclosing branch or loop."""


def narrowed_parts(api: CheckerPluginInterface, place: Expression) -> Parts:
    """The types that the binder knows for parts of a variable, attribute or item."""
    if literal(place) == LITERAL_NO:
        return NOTHING
    key = literal_hash(place)
    parts: dict[Path, Type] = {}
    for other, t in narrowed_types(api):
        path = _path_below(other, key)
        if path:
            parts[path] = t
    for path in [path for path in parts if is_value(path) and is_of_arrays(parts[path])]:
        parts[path[:-1]] = parts.pop(path)  # of an attribute that may be None as far as mypy knows
    return parts


def own_type(api: CheckerPluginInterface, place: Expression) -> Parts:
    """The type of a variable, attribute or item before the statement that mypy is about to check."""
    key = literal_hash(place) if literal(place) != LITERAL_NO else None
    declared = place.node.type if isinstance(place, NameExpr) and isinstance(place.node, Var) else None
    found = [declared, *(t for other, t in narrowed_types(api) if other == key)][-1]
    return {} if found is None else {(): found}


def types_before(api: CheckerPluginInterface, places: Sequence[Expression]) -> Before:
    """The types in the binder of some places and their parts, just before the places are assigned."""
    roots = [literal_hash(place) for place in places if literal(place) != LITERAL_NO]
    return [
        {key: t for key, t in types.items() if any(is_below(key, root) for root in roots)}
        for types in types_in_frames(api)
    ]


def narrowed_without_arrays(
    types: Mapping[tuple[object, ...], CurrentType], root: object
) -> dict[tuple[object, ...], CurrentType]:
    """The types in the binder of an expression and of its parts, without types that may hold arrays.

    Args:
        types: the types in the binder in one branch or loop.
        root: the literal hash of the expression.
    """
    return {
        key: t
        for key, t in types.items()
        if (key == root or is_below(key, root)) and key[-1] != VALUE[1] and not may_hold_array(t.type)
    }


def _path_below(key: tuple[object, ...], root: object) -> Path | None:
    """The path from one expression to another, by their literal hashes."""
    steps: list[Step] = []
    while key != root:
        match key:
            case ("Member", tuple() as inner, str() as name):
                steps.append((".", name))
            case ("Index", tuple() as inner, ("Literal", str() | int() as name)):
                steps.append(("[", name))
            case ("Index", tuple() as inner, ("Unary", "-", ("Literal", 1))):
                steps.append(("[", -1))
            case _:
                return None
        key = inner
    return tuple(reversed(steps))


def is_below(key: object, root: object) -> bool:
    """Whether an expression is an attribute or item of another one, directly or not, by their literal hashes."""
    while isinstance(key, tuple) and len(key) == 3 and key[0] in ("Member", "Index"):
        key = key[1]
        if key == root:
            return True
    return False


def part(place: Expression, path: Path) -> Expression:
    """The expression of a part."""
    for kind, name in path:
        place = MemberExpr(place, str(name)) if kind == "." else IndexExpr(place, _index(name))
    return place


def _index(name: str | int) -> Expression:
    """The expression of an index, which mypy reads as an operator if it is negative."""
    if isinstance(name, str):
        return StrExpr(name)
    return IntExpr(name) if name >= 0 else UnaryExpr("-", IntExpr(-name))


def steps_of(place: Expression) -> Iterator[Step]:
    """The steps in an expression itself."""
    match place:
        case MemberExpr(expr=inner, name=name):
            yield from steps_of(inner)
            yield (".", name)
        case IndexExpr(base=inner, index=StrExpr(value=key) | IntExpr(value=key)):
            yield from steps_of(inner)
            yield ("[", key)


def is_open_place(api: CheckerPluginInterface, place: Expression) -> bool:
    """Whether a variable or attribute may hold anything, or an array of any dtype, as far as mypy knows."""
    match place:
        case NameExpr(node=node):
            var = node
        case MemberExpr(expr=owner, name=name):
            holder = unfolded(stored_type(api, owner))
            symbol = holder.type.get(name) if isinstance(holder, Instance) else None
            var = None if symbol is None else symbol.node
        case _:
            return False
    if not isinstance(var, Var) or var.type is None:
        return False
    declared = get_proper_type(var.type)
    may_be_anything = isinstance(declared, Instance) and declared.type.fullname == "builtins.object"
    return may_be_anything or (var.is_inferred and is_open(declared))


def with_none(api: CheckerPluginInterface, place: Expression, path: Path, t: Type) -> Type:
    """The type of an attribute in the program's own code: it may be None if an installed package declares so.

    Otherwise, mypy would report ``if layer.bias is None:`` as unreachable.
    """
    holder = unfolded(stored_type(api, place))
    declared: Type | None = None
    for kind, name in path:
        symbol = holder.type.get(str(name)) if kind == "." and isinstance(holder, Instance) else None
        if symbol is None or not isinstance(symbol.node, Var) or symbol.node.type is None:
            return t
        is_library = isinstance(holder, Instance) and is_library_class(holder.type.fullname, loaded_modules(api))
        declared, holder = symbol.node.type if is_library else None, unfolded(symbol.node.type)
    may_be_none = isinstance(holder, UnionType) and any(isinstance(unfolded(item), NoneType) for item in holder.items)
    return make_simplified_union([t, NoneType()]) if declared is not None and may_be_none else t
