"""The dtypes of parts of a value: of ``params["w"]`` and ``state.mu``, although `params` is declared without dtypes.

The type of the variable itself stays as mypy sees it, so every later assignment stays valid. The types of its parts are
kept in mypy's binder: attributes and items are narrowed to them. The binder follows the control flow, and forgets the
parts when the variable is assigned again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias

from mypy.binder import CurrentType
from mypy.checker import TypeChecker
from mypy.literals import literal, literal_hash
from mypy.nodes import (
    LITERAL_NO,
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, Instance, TupleType, Type, TypedDictType, UnionType, get_proper_type

from ..any_type import ANYTHING
from ..flow.stored_names import StoredNames, stored_names
from ..installed_packages import is_in_known_library, is_installed
from ..mypy_compat import (
    assign_in_binder,
    forget_in_binder,
    may_jump_from_here,
    narrowed_types,
    stored_type,
    types_in_frames,
)
from ..trees.pytrees import is_of_arrays
from ..types.array_types import holds_containers, unfolded
from ..types.operands import array_info
from ..types.tuples import is_plain_tuple, named_tuple_fields
from ..variables.assignment_marker import inner_value
from .body_fingerprints import depend_on_bodies
from .results import holds_dtypes, is_dtype_object, is_open
from .updated_trees import is_strong_array, updated_tree

Step: TypeAlias = tuple[str, str | int]
"""A step from a value to one of its parts: ``(".", "w")`` for an attribute, ``("[", "w")`` for an item."""
Path: TypeAlias = tuple[Step, ...]
Parts: TypeAlias = Mapping[Path, Type]
"""The types of parts of a value, by the path to each."""
FrozenParts: TypeAlias = tuple[tuple[Path, Type], ...]

Before: TypeAlias = Sequence[Mapping[tuple[object, ...], CurrentType]]
"""The types in the binder of some variables, attributes and items, for each enclosing branch or loop."""

NOTHING: Parts = {}
MOST_PARTS = 64
"""The largest number of parts of one value that are kept."""
MOST_STEPS = 5
"""The length of the longest path."""
MOST_MODULES = 300
"""The largest number of modules that are searched for code that stores other values."""


def frozen(parts: Parts) -> FrozenParts:
    """The parts in a form that can be a key."""
    return tuple(sorted(parts.items(), key=lambda part: [(kind, str(name)) for kind, name in part[0]]))


def below(parts: Parts, *steps: Step) -> Parts:
    """The parts of the part at a path."""
    return {path[len(steps) :]: t for path, t in parts.items() if path[: len(steps)] == steps}


def above(parts: Parts, *steps: Step) -> Parts:
    """The parts of a value whose part at a path has the given parts."""
    return {(*steps, *path): t for path, t in parts.items()}


def common(several: Sequence[Parts]) -> Parts:
    """The parts that all of several values have in common."""
    first, *others = several
    return {path: t for path, t in first.items() if all(other.get(path) == t for other in others)}


def arrays_in(parts: Parts) -> Parts:
    """The parts that are arrays, or containers of nothing but arrays."""
    return {path: t for path, t in parts.items() if is_of_arrays(t)}


def is_stable(stored: StoredNames, path: Path) -> bool:
    """Whether no code stores another value at a path. A number is an index of a tuple, which nobody can change."""
    for kind, name in path:
        if kind == "." and (stored.any_attribute or name in stored.attributes):
            return False
        if kind == "[" and isinstance(name, str) and (stored.any_key or name in stored.keys):
            return False
    return True


class KnownParts:
    """The parts of values that are known while mypy checks a module."""

    def __init__(self) -> None:
        self.of_calls: dict[CallExpr, Parts] = {}
        """The parts of the results of calls that mypy has checked."""
        self.early: dict[Expression, Parts] = {}
        """The parts of the variables in an assigned value, from before the assignment."""
        self._stored: dict[str, tuple[StoredNames, frozenset[str]]] = {}
        self._holders: dict[TypeInfo, bool] = {}

    def begin(self) -> None:
        """Forget everything: mypy begins to check a module."""
        self.of_calls.clear()
        self._stored.clear()
        self._holders.clear()

    def of(self, api: TypeChecker, expression: Expression) -> Parts:
        """The known parts of an expression's value. mypy has just checked the expression."""
        expression = inner_value(expression)
        if expression in self.early:
            return self.early[expression]
        match expression:
            case DictExpr(items=pairs):
                return self._bounded(self._of_dict(api, pairs))
            case TupleExpr(items=items):
                placed = takewhile(lambda item: not isinstance(item, StarExpr), items)
                inner = [above(self.whole(api, item), ("[", i)) for i, item in enumerate(placed)]
                return self._bounded({path: t for parts in inner for path, t in parts.items()})
            case NameExpr() | MemberExpr() | IndexExpr():
                return self._bounded(_narrowed(api, expression))
            case CallExpr():
                updated = updated_tree(api.tree, expression)
                if updated is not None:
                    return _strong_arrays(self.whole(api, updated))
                return self.of_calls.get(expression, NOTHING)
        return NOTHING

    def _of_dict(self, api: TypeChecker, pairs: Sequence[tuple[Expression | None, Expression]]) -> Parts:
        """The known parts of a dict literal. A later key replaces an earlier one of the same name."""
        parts: dict[Path, Type] = {}
        for key, value in pairs:
            if key is None:
                parts |= self.of(api, value)  # an unknown key of `value` is assumed to be none of the known keys
                continue
            if not isinstance(key, StrExpr):
                continue
            parts = {path: t for path, t in parts.items() if path[0] != ("[", key.value)}
            parts |= above(self.whole(api, value), ("[", key.value))
        return parts

    def whole(self, api: TypeChecker, value: Expression) -> Parts:
        """The parts of a value, and its own type as the part at the empty path."""
        t = stored_type(api, value)
        itself: Parts = {(): t} if t is not None and holds_dtypes(t) else {}
        return {**itself, **self.of(api, value)}

    def _bounded(self, parts: Parts) -> Parts:
        kept = {path: t for path, t in parts.items() if len(path) <= MOST_STEPS and holds_dtypes(t)}
        return kept if len(kept) <= MOST_PARTS else NOTHING

    # ------------------------------------------------------------------------------------------------------ binder

    def variables(self, api: TypeChecker, value: Expression) -> Iterator[tuple[Expression, Parts]]:
        """The parts of the variables in a value that is about to be assigned, which the assignment may replace."""
        value = inner_value(value)
        match value:
            case DictExpr(items=pairs):
                for _, item in pairs:
                    yield from self.variables(api, item)
            case TupleExpr(items=items):
                for item in items:
                    yield from self.variables(api, item)
            case NameExpr() | MemberExpr() | IndexExpr():
                yield value, self._bounded(_narrowed(api, value))
            case CallExpr():
                updated = updated_tree(api.tree, value)
                if isinstance(updated, NameExpr | MemberExpr | IndexExpr):
                    yield value, _strong_arrays({**self._bounded(_narrowed(api, updated)), **_own_type(api, updated)})

    def before(self, api: TypeChecker, places: Sequence[Expression]) -> Before:
        """The types in the binder of some places and their parts, just before the places are assigned."""
        roots = [literal_hash(place) for place in places if literal(place) != LITERAL_NO]
        return [
            {key: t for key, t in types.items() if any(_is_below(key, root) for root in roots)}
            for types in types_in_frames(api)
        ]

    def put(self, api: TypeChecker, place: Expression, parts: Parts, before: Before = ()) -> None:
        """Note the parts of the value that a variable, attribute or item has from here on.

        Args:
            api: the type checker.
            place: the variable, attribute or item.
            parts: the parts of its value.
            before: the types that the binder had for them in the branches and loops around the statement. mypy has
                forgotten them at the assignment, although they hold where the statement is not reached.
        """
        if not isinstance(place, NameExpr | MemberExpr | IndexExpr) or literal(place) == LITERAL_NO:
            return
        forget_in_binder(api, place)
        *outer, current = types_in_frames(api)
        root = literal_hash(place)
        for types, known in zip(outer, before, strict=False):
            for key, narrowed in known.items():
                if _is_below(key, root) and holds_dtypes(narrowed.type):
                    types[key] = narrowed
                    current[key] = CurrentType(ANYTHING, True)
        if isinstance(place, IndexExpr):
            assign_in_binder(api, place, ANYTHING)
        stored = self.stored(api) if parts else StoredNames()
        for path, t in _of_arrays(parts):
            whole = (*_steps_of(place), *path)
            is_narrower = path or isinstance(place, IndexExpr) or _is_open_place(api, place)
            if is_narrower and is_stable(stored, whole):
                assign_in_binder(api, _part(place, path), t)
        if parts or any(before):
            may_jump_from_here(api)

    def stable(self, api: TypeChecker, parts: Parts) -> Parts:
        """The parts in which nobody stores other values."""
        return {path: t for path, t in parts.items() if is_stable(self.stored(api), path)} if parts else parts

    def stored(self, api: TypeChecker) -> StoredNames:
        """The names under which the module under check, and all modules that it imports, store values."""
        tree = api.tree
        known = self._stored.get(tree.fullname)
        if known is None:
            known = self._stored[tree.fullname] = _reached(api)
        depend_on_bodies(api, known[1])
        return known[0]

    # ------------------------------------------------------------------------------------------------------- types

    def may_be_in(self, t: Type, _seen: frozenset[TypeInfo] = frozenset()) -> bool:
        """Whether a value of a type may have attributes or items that are arrays of unknown dtype."""
        proper = unfolded(t)
        if isinstance(proper, TupleType):
            is_plain = is_plain_tuple(proper)
            return any(self.may_be_in(item, _seen) if is_plain else is_open(item) for item in proper.items)
        if isinstance(proper, UnionType):
            return any(self.may_be_in(item, _seen) for item in proper.items)
        if isinstance(proper, AnyType | TypedDictType):
            return True
        if not isinstance(proper, Instance) or array_info(proper.type) is not None:
            return False
        if proper.args and any(self.may_be_in(item, _seen) or is_open(item) for item in proper.args):
            return True
        info = proper.type
        if is_in_known_library(info.fullname) or info.is_enum or info in _seen:
            return False
        if info not in self._holders:
            self._holders[info] = any(
                self._is_open_attribute(symbol.node, _seen | {info})
                for base in info.mro
                if not is_in_known_library(base.fullname)
                for symbol in base.names.values()
            )
        return self._holders[info]

    def _is_open_attribute(self, node: object, seen: frozenset[TypeInfo]) -> bool:
        if not isinstance(node, Var):
            return False
        t = node.type
        return t is None or is_open(t) or self.may_be_in(t, seen)


def _of_arrays(parts: Parts) -> Iterator[tuple[Path, Type]]:
    """The parts that are arrays or dtypes of arrays, and the fields of the named tuples that are not all arrays.

    mypy may not learn that a variable holds such a named tuple, since it would report errors in code that it accepts:
    a field that is declared `Array | Settings` lacks some attributes of `Settings`. The same holds for lists
    and dicts, which may get items of other types.
    """
    for path, t in parts.items():
        proper = unfolded(t)
        names = named_tuple_fields(proper) if isinstance(proper, TupleType) else None
        if isinstance(proper, TupleType) and names and not is_of_arrays(proper):
            yield from _of_arrays({(*path, (".", name)): item for name, item in zip(names, proper.items, strict=True)})
        elif (is_of_arrays(t) and not holds_containers(t)) or is_dtype_object(t):
            yield path, t


def _is_open_place(api: TypeChecker, place: Expression) -> bool:
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


def _reached(api: TypeChecker) -> tuple[StoredNames, frozenset[str]]:
    """The names under which a module and the modules that it imports store values, and these modules."""
    pending, seen = [api.tree.fullname], {api.tree.fullname}
    found: list[StoredNames] = []
    while pending:
        module = pending.pop()
        tree = api.tree if module == api.tree.fullname else api.modules[module]
        names = stored_names(tree.path, module)
        found.append(names)
        for imported in names.imports:
            other = api.modules.get(imported)
            if imported in seen or other is None or is_in_known_library(imported):
                continue
            if not other.is_stub and other.path.endswith(".py") and not is_installed(other.path):
                seen.add(imported)
                pending.append(imported)
        if len(seen) > MOST_MODULES:
            return StoredNames(any_key=True, any_attribute=True), frozenset()
    return (
        StoredNames(
            frozenset().union(*(names.keys for names in found)),
            frozenset().union(*(names.attributes for names in found)),
            any(names.any_key for names in found),
            any(names.any_attribute for names in found),
            frozenset().union(*(names.converted for names in found)),
        ),
        frozenset(seen),
    )


def _is_below(key: object, root: object) -> bool:
    """Whether an expression is an attribute or item of another one, directly or not, by their literal hashes."""
    while isinstance(key, tuple) and len(key) == 3 and key[0] in ("Member", "Index"):
        key = key[1]
        if key == root:
            return True
    return False


def _strong_arrays(parts: Parts) -> Parts:
    return {path: t for path, t in parts.items() if is_strong_array(t)}


def _own_type(api: TypeChecker, place: Expression) -> Parts:
    """The type of a variable, attribute or item before the statement that mypy is about to check."""
    key = literal_hash(place) if literal(place) != LITERAL_NO else None
    declared = place.node.type if isinstance(place, NameExpr) and isinstance(place.node, Var) else None
    found = [declared, *(t for other, t in narrowed_types(api) if other == key)][-1]
    return {} if found is None else {(): found}


def _narrowed(api: TypeChecker, place: Expression) -> Parts:
    """The types that the binder knows for parts of a variable, attribute or item."""
    if literal(place) == LITERAL_NO:
        return NOTHING
    key = literal_hash(place)
    parts: dict[Path, Type] = {}
    for other, t in narrowed_types(api):
        path = _path_below(other, key)
        if path:
            parts[path] = t
    return parts


def _path_below(key: tuple[object, ...], root: object) -> Path | None:
    """The path from one expression to another, by their literal hashes."""
    steps: list[Step] = []
    while key != root:
        match key:
            case ("Member", tuple() as inner, str() as name):
                steps.append((".", name))
            case ("Index", tuple() as inner, ("Literal", str() | int() as name)):
                steps.append(("[", name))
            case _:
                return None
        key = inner
    return tuple(reversed(steps))


def _part(place: Expression, path: Path) -> Expression:
    """The expression of a part."""
    for kind, name in path:
        if kind == ".":
            place = MemberExpr(place, str(name))
        else:
            place = IndexExpr(place, StrExpr(name) if isinstance(name, str) else IntExpr(name))
    return place


def _steps_of(place: Expression) -> Iterator[Step]:
    """The steps in an expression itself."""
    match place:
        case MemberExpr(expr=inner, name=name):
            yield from _steps_of(inner)
            yield (".", name)
        case IndexExpr(base=inner, index=StrExpr(value=key) | IntExpr(value=key)):
            yield from _steps_of(inner)
            yield ("[", key)
