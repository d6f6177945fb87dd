"""The dtypes of parts of a value: of ``params["w"]`` and ``state.mu``, although `params` is declared without dtypes.

The type of the variable itself stays as mypy sees it, so every later assignment stays valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

from mypy.literals import literal, literal_hash
from mypy.nodes import (
    LITERAL_NO,
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, CallableType, Instance, LiteralType, NoneType, Overloaded, ProperType, TupleType, Type

from ..any_type import ANYTHING
from ..flow.stored_names import StoredNames
from ..installed_packages import is_in_known_library
from ..module_paths import module_of
from ..mypy_compat.binder import assign_in_binder, forget_in_binder, may_jump_from_here, narrowing, types_in_frames
from ..mypy_compat.bodies import current_function
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from ..trees.pytrees import is_of_arrays
from ..types.array_types import holds_containers, unfolded
from ..types.dtype_arguments import dtype_class
from ..types.tuples import named_tuple_fields
from ..variables.assignment_marker import inner_value
from .local_lists import lists_built
from .part_holders import PartHolders
from .part_places import (
    Before,
    is_below,
    is_open_place,
    narrowed_parts,
    narrowed_without_arrays,
    own_type,
    part,
    steps_of,
    with_none,
)
from .parts import (
    EVERY,
    FUNCTION,
    LIST,
    NOTHING,
    VALUE,
    Parts,
    Path,
    common,
    has_known_dtype,
    is_value,
    prefixed,
    strong_arrays,
    subtree,
    text_in,
    without_flags,
)
from .results import as_class, is_dtype_object
from .source_trees import SourceTree
from .stored_values import StoredValues, is_stable, keeps_value
from .updated_trees import updated_tree

PartsOfDefault: TypeAlias = Callable[[CheckerPluginInterface, SourceTree, Expression], Parts]
"""Infers the parts of a parameter's default."""
MOST_PARTS = 64
"""The largest number of parts of one value that are kept."""
MOST_STEPS = 5
"""The length of the longest path."""


class KnownParts:
    """The parts of values that are known while mypy checks a module."""

    def __init__(self) -> None:
        self.of_calls: dict[Expression, Parts] = {}
        """The parts of the results of calls and comprehensions that mypy has checked."""
        self.early: dict[Expression, Parts] = {}
        """The parts of the variables in an assigned value, from before the assignment."""
        self.of_unnamed: Callable[[CheckerPluginInterface, CallExpr], Parts] = lambda api, call: NOTHING
        """Infers the parts of the result of a call for which mypy calls no hook."""
        self.of_default: PartsOfDefault = lambda api, source, value: NOTHING
        """Infers the parts of a parameter's default, in the module of its function."""
        self.is_fixed: Callable[[Var], bool] = lambda var: False
        """Whether a variable is a parameter of a body under check, and always has the value that the call gives."""
        self.is_in_body: Callable[[], bool] = lambda: False
        """Whether mypy is checking the body of a function for a call."""
        self.stored = StoredValues()
        self.holders = PartHolders()
        self._built: dict[FuncItem, dict[Var, list[Expression]]] = {}
        """The lists that each function makes and extends, with all items."""

    def begin(self) -> None:
        """Forget everything: mypy begins to check a module."""
        self.of_calls.clear()
        self.stored.clear()
        self._built.clear()
        self.holders.clear()

    def of(self, api: CheckerPluginInterface, expression: Expression) -> Parts:
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
                return NOTHING if self.stored.names(api).any_list else self._bounded(self._of_items(api, items))
            case ListComprehension(generator=GeneratorExpr(left_expr=item) as generator):
                if self.stored.names(api).any_list:
                    return NOTHING
                return self.of_calls.get(generator) or prefixed(self.with_own_type(api, item), ("[", EVERY))
            case CallExpr(callee=RefExpr(fullname="builtins.next"), args=[items, *_]):
                return subtree(self.of(api, items), ("[", EVERY)) if len(expression.args) == 1 else NOTHING
            case CallExpr(callee=RefExpr(fullname="builtins.tuple" | "builtins.list" | "builtins.iter"), args=[items]):
                return {path: t for path, t in self.of(api, items).items() if is_value(path) or path[0][0] == "["}
            case NameExpr() | MemberExpr() | IndexExpr():
                return self._bounded(narrowed_parts(api, expression)) or self._of_built(api, expression)
            case CallExpr():
                updated = updated_tree(current_file(api), expression)
                if updated is not None:
                    return strong_arrays(self.with_own_type(api, updated))
                found = self.of_calls.get(expression)
                return self.of_unnamed(api, expression) if found is None else found
        return NOTHING

    def _of_built(self, api: CheckerPluginInterface, expression: Expression) -> Parts:
        """The common parts of all items of a list that a body makes and extends: ``layers.append(Linear(3, 4))``."""
        function = current_function(api)
        if not isinstance(expression, NameExpr) or function is None or not self.is_in_body():
            return NOTHING
        if function not in self._built:
            self._built[function] = lists_built(function)
        items = self._built[function].get(expression.node, ()) if isinstance(expression.node, Var) else ()
        if any(item.line >= expression.line for item in items):
            return NOTHING
        parts = [self._of_added(api, item) for item in items if stored_type(api, item) is not None]
        return self._bounded(prefixed(common(parts), ("[", EVERY))) if parts else NOTHING

    def _of_added(self, api: CheckerPluginInterface, item: Expression) -> Parts:
        """The parts of an item where it has been added to a list."""
        if isinstance(item, CallExpr) and not isinstance(unfolded(stored_type(api, item)), AnyType):
            return self.with_own_type(api, item)
        t = stored_type(api, item)
        return {(): t} if t is not None and has_known_dtype(t) else NOTHING

    def _of_items(self, api: CheckerPluginInterface, items: Sequence[Expression]) -> Parts:
        """The known parts of the items of a list or tuple, and its length."""
        placed = [*takewhile(lambda item: not isinstance(item, StarExpr), items)]
        parts = [without_flags(self.with_own_type(api, item)) for item in placed]
        if len(placed) == len(items):
            return self.items(api, parts)
        return {path: t for i, item in enumerate(parts) for path, t in prefixed(item, ("[", i)).items()}

    def items(self, api: CheckerPluginInterface, items: Sequence[Parts]) -> Parts:
        """The parts of a list or tuple whose items have the given parts."""
        if not any(items):
            return NOTHING
        parts: dict[Path, Type] = {(VALUE,): self._literal(api, f"{LIST}{len(items)}")}
        for position, item in enumerate(items):
            parts |= prefixed(item, ("[", position))
        if items:
            parts |= prefixed(items[-1], ("[", -1))
        return parts

    def _literal(self, api: CheckerPluginInterface, text: str) -> Type:
        return LiteralType(text, api.named_generic_type("builtins.str", []))

    def _of_dict(self, api: CheckerPluginInterface, pairs: Sequence[tuple[Expression | None, Expression]]) -> Parts:
        """The known parts of a dict literal. A later key replaces an earlier one of the same name."""
        parts: dict[Path, Type] = {}
        for key, value in pairs:
            if key is None:
                parts |= self.of(api, value)  # an unknown key of `value` is assumed to be none of the known keys
                continue
            if not isinstance(key, StrExpr):
                continue
            parts = {path: t for path, t in parts.items() if path[0] != ("[", key.value)}
            parts |= prefixed(without_flags(self.with_own_type(api, value)), ("[", key.value))
        return parts

    def with_own_type(self, api: CheckerPluginInterface, value: Expression) -> Parts:
        """The parts of a value, and its own type as the part at the empty path."""
        t = stored_type(api, value)
        itself: dict[Path, Type] = {(): t} if t is not None and has_known_dtype(t) else {}
        held = None if t is None or () in itself else self._class_of_value(api, value, unfolded(t))
        if held is not None:
            itself[(VALUE,)] = held
        return {**itself, **self.of(api, value)}

    def returned(self, api: CheckerPluginInterface, value: Expression) -> Parts:
        """The parts of a value that a function returns, which may itself be a function."""
        parts = self.of(api, value)
        whole = self.with_own_type(api, value)
        return {**parts, (VALUE,): whole[(VALUE,)]} if text_in(whole, FUNCTION) is not None else parts

    def _bounded(self, parts: Parts) -> Parts:
        kept = {
            path: t for path, t in parts.items() if len(path) <= MOST_STEPS and (has_known_dtype(t) or is_value(path))
        }
        return kept if len(kept) <= MOST_PARTS else NOTHING

    # ------------------------------------------------------------------------------------------------------ binder

    def variables(self, api: CheckerPluginInterface, value: Expression) -> Iterator[tuple[Expression, Parts]]:
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
                yield value, self._bounded(narrowed_parts(api, value))
            case CallExpr():
                updated = updated_tree(current_file(api), value)
                if isinstance(updated, NameExpr | MemberExpr | IndexExpr):
                    yield (
                        value,
                        strong_arrays({**self._bounded(narrowed_parts(api, updated)), **own_type(api, updated)}),
                    )

    def narrow_parts(self, api: CheckerPluginInterface, place: Expression, parts: Parts, before: Before = ()) -> None:
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
        root = literal_hash(place)
        # The plugin notes parts that hold arrays. mypy has narrowed the others by the program's own conditions.
        own = [] if self.is_in_body() else [narrowed_without_arrays(types, root) for types in types_in_frames(api)]
        forget_in_binder(api, place)
        *outer, current = frames = types_in_frames(api)
        for types, kept in zip(frames, own, strict=False):
            types.update(kept)
        for types, known in zip(outer, before, strict=False):
            for key, narrowed in known.items():
                if is_below(key, root) and (has_known_dtype(narrowed.type) or key[-1] == VALUE[1]):
                    types[key] = narrowed
                    current[key] = narrowing(ANYTHING)
        is_other = self.is_in_body() or any(
            root in types and root not in kept for types, kept in zip(frames, own, strict=True)
        )
        if isinstance(place, IndexExpr) and is_other:
            assign_in_binder(api, place, ANYTHING)
        stored = self.stored.names(api) if parts else StoredNames()
        for path, t in _of_arrays(parts):
            whole = (*steps_of(place), *path)
            if not keeps_value(stored, whole, t):
                continue
            is_known_here = is_value(path) and self.is_in_body() and is_stable(stored, whole[:-1])
            if is_known_here and (len(path) > 1 or not isinstance(place, NameExpr) or is_open_place(api, place)):
                held = self._type_held(api, t)
                if held is not None:
                    assign_in_binder(api, part(place, path[:-1]), held)
            is_narrower = path or isinstance(place, IndexExpr) or is_open_place(api, place)
            if is_narrower and is_stable(stored, whole):
                shown = t if self.is_in_body() else with_none(api, place, path, t)
                assign_in_binder(api, part(place, path), shown)
                if shown is not t:
                    assign_in_binder(api, part(place, (*path, VALUE)), t)
        if parts or any(before):
            may_jump_from_here(api)

    def _type_held(self, api: CheckerPluginInterface, t: Type) -> Type | None:
        """The type by which mypy knows a value that is no array."""
        name = text_in({(VALUE,): t}, FUNCTION)
        if name is None:
            return None if text_in({(VALUE,): t}, LIST) is not None else t
        node = function_named(api, name)
        return None if node is None else node.type

    def _class_of_value(self, api: CheckerPluginInterface, value: Expression, t: ProperType) -> Type | None:
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
        return t if isinstance(t, NoneType) or (is_object and self.holders.includes(t)) else None

    def _function_name(self, node: object, t: CallableType | Overloaded) -> str | None:
        """The full name of a function of a module that an expression names; None if it is uncertain."""
        if isinstance(node, Var) and self.is_fixed(node) and isinstance(t, CallableType):
            node = t.definition
        function = node.func if isinstance(node, Decorator) else node
        if not isinstance(function, FuncDef | OverloadedFuncDef) or function.info:
            return None
        return function.fullname if "." in function.fullname else None


def function_named(api: CheckerPluginInterface, fullname: str) -> FuncDef | Decorator | OverloadedFuncDef | None:
    """The function of a module that has a full name."""
    module = loaded_modules(api).get(module_of(fullname, loaded_modules(api)))
    symbol = None if module is None else module.names.get(fullname.rpartition(".")[2])
    node = None if symbol is None else symbol.node
    return node if isinstance(node, FuncDef | Decorator | OverloadedFuncDef) else None


def _of_arrays(parts: Parts) -> Iterator[tuple[Path, Type]]:
    """The parts that are arrays or dtypes of arrays, and the fields of the named tuples that are not all arrays.

    mypy may not learn that a variable holds such a named tuple, since it would report errors in code that it accepts:
    a field that is declared `Array | Settings` lacks some attributes of `Settings`. The same holds for lists,
    dicts and deques, which may get items of other types.
    """
    for path, t in parts.items():
        proper = unfolded(t)
        names = named_tuple_fields(proper) if isinstance(proper, TupleType) else None
        if isinstance(proper, TupleType) and names and not is_of_arrays(proper):
            yield from _of_arrays({(*path, (".", name)): item for name, item in zip(names, proper.items, strict=True)})
        elif ((is_of_arrays(t) or is_value(path)) and not holds_containers(t)) or is_dtype_object(t):
            yield path, t
