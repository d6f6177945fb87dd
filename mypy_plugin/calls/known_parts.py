"""The dtypes of parts of a value: of ``params["w"]`` and ``state.mu``, although `params` is declared without dtypes.

The type of the variable itself stays as mypy sees it, so every later assignment stays valid. The types of its parts are
kept in mypy's binder: attributes and items are narrowed to them. The binder follows the control flow, and forgets the
parts when the variable is assigned again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias

from mypy.binder import CurrentType
from mypy.checker import TypeChecker
from mypy.literals import literal, literal_hash
from mypy.nodes import (
    LITERAL_NO,
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from ..any_type import ANYTHING
from ..flow.stored_names import StoredNames, stored_names
from ..installed_packages import is_in_known_library, is_installed
from ..installed_packages import is_library as is_library_class
from ..module_paths import module_of
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
from ..types.dtype_arguments import dtype_class
from ..types.operands import array_info
from ..types.tuples import is_plain_tuple, named_tuple_fields
from ..variables.assignment_marker import inner_value
from .body_fingerprints import depend_on_bodies
from .results import as_class, holds_dtypes, is_dtype_object, is_open
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
VALUE: Step = (".", "<value>")
"""The step from an attribute or item to what it holds, if that is no array: an object, a function, a flag or None.

It is a part of its own, since the program's own code should look to mypy as if only dtypes were known. While mypy
checks a body for a call, the attribute itself has this type.
"""
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


EVERY = "<every>"
"""The index that stands for every item of a list."""
FUNCTION, LIST = "<function> ", "<list> "
"""The beginnings of the strings that stand for a function, with its full name, and for a list, with its length.

mypy takes two functions with the same signature for one type, so the type of a function does not tell which it is.
"""


def is_known(t: Type) -> bool:
    """Whether a type is worth knowing of a part: it has a dtype."""
    return holds_dtypes(t) or is_dtype_object(t)


def is_value(path: Path) -> bool:
    """Whether a path leads to what a part holds."""
    return path[-1:] == (VALUE,)


def text_in(parts: Parts, beginning: str) -> str | None:
    """The rest of the string that stands for a function or list among a value's parts."""
    t = get_proper_type(parts.get((VALUE,)))
    text = t.value if isinstance(t, LiteralType) and isinstance(t.value, str) else ""
    return text.removeprefix(beginning) if text.startswith(beginning) else None


def type_in(parts: Parts) -> Type | None:
    """The type of a value that is no array, by its parts."""
    is_named = text_in(parts, FUNCTION) is not None or text_in(parts, LIST) is not None
    return None if is_named else parts.get((VALUE,))


def arrays_in(parts: Parts) -> Parts:
    """The parts that are arrays, or containers of nothing but arrays."""
    return {path: t for path, t in parts.items() if is_of_arrays(t)}


def is_stable(stored: StoredNames, path: Path) -> bool:
    """Whether no code stores another value at a path. A number is an index of a tuple, which nobody can change."""
    holder = ""
    for kind, name in path:
        if kind == "[" and not (isinstance(name, str) and name != EVERY) and holder in stored.lists:
            return False
        holder = str(name) if kind == "." else ""
        if kind == "." and (stored.any_attribute or name in stored.attributes):
            return False
        if kind == "[" and isinstance(name, str) and name != EVERY and (stored.any_key or name in stored.keys):
            return False
    return True


class KnownParts:
    """The parts of values that are known while mypy checks a module."""

    def __init__(self) -> None:
        self.of_calls: dict[CallExpr, Parts] = {}
        """The parts of the results of calls that mypy has checked."""
        self.early: dict[Expression, Parts] = {}
        """The parts of the variables in an assigned value, from before the assignment."""
        self.of_unnamed: Callable[[TypeChecker, CallExpr], Parts] = lambda api, call: NOTHING
        """Infers the parts of the result of a call for which mypy calls no hook."""
        self.is_fixed: Callable[[Var], bool] = lambda var: False
        """Whether a variable is a parameter of a body under check, and always has the value that the call gives."""
        self.is_in_body: Callable[[], bool] = lambda: False
        """Whether mypy is checking the body of a function for a call."""
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
                return self._bounded(self._of_items(api, items))
            case ListExpr(items=items):
                return NOTHING if self.stored(api).any_list else self._bounded(self._of_items(api, items))
            case ListComprehension(generator=GeneratorExpr(left_expr=item)):
                return NOTHING if self.stored(api).any_list else above(self.whole(api, item), ("[", EVERY))
            case CallExpr(callee=RefExpr(fullname="builtins.next"), args=[items, *_]):
                return below(self.of(api, items), ("[", EVERY)) if len(expression.args) == 1 else NOTHING
            case CallExpr(callee=RefExpr(fullname="builtins.tuple" | "builtins.list" | "builtins.iter"), args=[items]):
                return {path: t for path, t in self.of(api, items).items() if is_value(path) or path[0][0] == "["}
            case NameExpr() | MemberExpr() | IndexExpr():
                return self._bounded(_narrowed(api, expression))
            case CallExpr():
                updated = updated_tree(api.tree, expression)
                if updated is not None:
                    return _strong_arrays(self.whole(api, updated))
                found = self.of_calls.get(expression)
                return self.of_unnamed(api, expression) if found is None else found
        return NOTHING

    def _of_items(self, api: TypeChecker, items: Sequence[Expression]) -> Parts:
        """The known parts of the items of a list or tuple, and its length."""
        placed = [*takewhile(lambda item: not isinstance(item, StarExpr), items)]
        parts = [_without_flags(self.whole(api, item)) for item in placed]
        if len(placed) == len(items):
            return self.items(api, parts)
        return {path: t for i, item in enumerate(parts) for path, t in above(item, ("[", i)).items()}

    def items(self, api: TypeChecker, items: Sequence[Parts]) -> Parts:
        """The parts of a list or tuple whose items have the given parts."""
        if not any(items):
            return NOTHING
        parts: dict[Path, Type] = {(VALUE,): self._literal(api, f"{LIST}{len(items)}")}
        for position, item in enumerate(items):
            parts |= above(item, ("[", position))
        if items:
            parts |= above(items[-1], ("[", -1))
        return parts

    def _literal(self, api: TypeChecker, text: str) -> Type:
        return LiteralType(text, api.named_type("builtins.str"))

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
            parts |= above(_without_flags(self.whole(api, value)), ("[", key.value))
        return parts

    def whole(self, api: TypeChecker, value: Expression) -> Parts:
        """The parts of a value, and its own type as the part at the empty path."""
        t = stored_type(api, value)
        itself: dict[Path, Type] = {(): t} if t is not None and is_known(t) else {}
        held = None if t is None or () in itself else self._held(api, value, unfolded(t))
        if held is not None:
            itself[(VALUE,)] = held
        return {**itself, **self.of(api, value)}

    def _bounded(self, parts: Parts) -> Parts:
        kept = {path: t for path, t in parts.items() if len(path) <= MOST_STEPS and (is_known(t) or is_value(path))}
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
                if _is_below(key, root) and (is_known(narrowed.type) or key[-1] == VALUE[1]):
                    types[key] = narrowed
                    current[key] = CurrentType(ANYTHING, True)
        if isinstance(place, IndexExpr):
            assign_in_binder(api, place, ANYTHING)
        stored = self.stored(api) if parts else StoredNames()
        for path, t in _of_arrays(parts):
            whole = (*_steps_of(place), *path)
            is_known_here = is_value(path) and self.is_in_body() and is_stable(stored, whole[:-1])
            if is_known_here and (len(path) > 1 or not isinstance(place, NameExpr) or _is_open_place(api, place)):
                held = self._type_held(api, t)
                if held is not None:
                    assign_in_binder(api, _part(place, path[:-1]), held)
            is_narrower = path or isinstance(place, IndexExpr) or _is_open_place(api, place)
            if is_narrower and is_stable(stored, whole):
                shown = t if self.is_in_body() else _with_none(api, place, path, t)
                assign_in_binder(api, _part(place, path), shown)
                if shown is not t:
                    assign_in_binder(api, _part(place, (*path, VALUE)), t)
        if parts or any(before):
            may_jump_from_here(api)

    def _type_held(self, api: TypeChecker, t: Type) -> Type | None:
        """The type by which mypy knows a value that is no array."""
        name = text_in({(VALUE,): t}, FUNCTION)
        if name is None:
            return None if text_in({(VALUE,): t}, LIST) is not None else t
        node = function_named(api, name)
        return None if node is None else node.type

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

    def _held(self, api: TypeChecker, value: Expression, t: ProperType) -> Type | None:
        """The type of a value that is no array, if a part is known by it."""
        if isinstance(t, Instance) and isinstance(t.last_known_value, LiteralType):
            t = t.last_known_value
        if isinstance(t, LiteralType):
            return t if isinstance(t.value, bool | str) else None
        if dtype_class(t) is not None:
            return as_class(t)
        if isinstance(t, CallableType | Overloaded) and isinstance(value, RefExpr):
            name = self._function_name(value.node, t)
            return None if name is None else self._literal(api, FUNCTION + name)
        is_object = isinstance(t, Instance) and not is_in_known_library(t.type.fullname)
        return t if isinstance(t, NoneType) or (is_object and self.may_be_in(t)) else None

    def _function_name(self, node: object, t: CallableType | Overloaded) -> str | None:
        """The full name of a function of a module that an expression names; None if it is uncertain."""
        if isinstance(node, Var) and self.is_fixed(node) and isinstance(t, CallableType):
            node = t.definition
        function = node.func if isinstance(node, Decorator) else node
        if not isinstance(function, FuncDef | OverloadedFuncDef) or function.info:
            return None
        return function.fullname if "." in function.fullname else None

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


def function_named(api: TypeChecker, fullname: str) -> FuncDef | Decorator | OverloadedFuncDef | None:
    """The function of a module that has a full name."""
    module = api.modules.get(module_of(fullname, api.modules))
    symbol = None if module is None else module.names.get(fullname.rpartition(".")[2])
    node = None if symbol is None else symbol.node
    return node if isinstance(node, FuncDef | Decorator | OverloadedFuncDef) else None


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
        elif (is_of_arrays(t) and not holds_containers(t)) or is_dtype_object(t) or is_value(path):
            yield path, t


def _with_none(api: TypeChecker, place: Expression, path: Path, t: Type) -> Type:
    """The type of an attribute in the program's own code: it may be None if an installed package declares so.

    Otherwise, mypy would report ``if layer.bias is None:`` as unreachable.
    """
    holder = unfolded(stored_type(api, place))
    declared: Type | None = None
    for kind, name in path:
        symbol = holder.type.get(str(name)) if kind == "." and isinstance(holder, Instance) else None
        if symbol is None or not isinstance(symbol.node, Var) or symbol.node.type is None:
            return t
        is_library = isinstance(holder, Instance) and is_library_class(holder.type.fullname, api.modules)
        declared, holder = symbol.node.type if is_library else None, unfolded(symbol.node.type)
    may_be_none = isinstance(holder, UnionType) and any(isinstance(unfolded(item), NoneType) for item in holder.items)
    return make_simplified_union([t, NoneType()]) if declared is not None and may_be_none else t


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
            return StoredNames(any_key=True, any_attribute=True, any_list=True), frozenset()
    return (
        StoredNames(
            frozenset().union(*(names.keys for names in found)),
            frozenset().union(*(names.attributes for names in found)),
            any(names.any_key for names in found),
            any(names.any_attribute for names in found),
            frozenset().union(*(names.converted for names in found)),
            lists=frozenset().union(*(names.lists for names in found)),
            any_list=any(names.any_list for names in found),
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


def _without_flags(item: Parts) -> Parts:
    """The parts of an item of a tuple or list, in which flags and None are not kept."""
    own = get_proper_type(item.get((VALUE,)))
    is_flag = isinstance(own, NoneType) or (isinstance(own, LiteralType) and text_in(item, FUNCTION) is None)
    return {path: t for path, t in item.items() if path != (VALUE,)} if is_flag and len(item) == 1 else item


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
    for path in [path for path in parts if is_value(path) and is_of_arrays(parts[path])]:
        parts[path[:-1]] = parts.pop(path)  # of an attribute that may be None as far as mypy knows
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
            case ("Index", tuple() as inner, ("Unary", "-", ("Literal", 1))):
                steps.append(("[", -1))
            case _:
                return None
        key = inner
    return tuple(reversed(steps))


def _part(place: Expression, path: Path) -> Expression:
    """The expression of a part."""
    for kind, name in path:
        place = MemberExpr(place, str(name)) if kind == "." else IndexExpr(place, _index(name))
    return place


def _index(name: str | int) -> Expression:
    """The expression of an index, which mypy reads as an operator if it is negative."""
    if isinstance(name, str):
        return StrExpr(name)
    return IntExpr(name) if name >= 0 else UnaryExpr("-", IntExpr(-name))


def _steps_of(place: Expression) -> Iterator[Step]:
    """The steps in an expression itself."""
    match place:
        case MemberExpr(expr=inner, name=name):
            yield from _steps_of(inner)
            yield (".", name)
        case IndexExpr(base=inner, index=StrExpr(value=key) | IntExpr(value=key)):
            yield from _steps_of(inner)
            yield ("[", key)
