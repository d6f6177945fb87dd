"""The attributes that hold Python numbers of one class, by what the statements of the program say.

An attribute has a class if its own class, those that derive from it and its bases declare it so, or give it a number of
this class in their bodies and constructors, and if no other code sets it. Code that sets an attribute of this name on
another object than its own receiver may mean any class. A declaration counts: ``size: int``, or ``self.size = size`` in
a constructor whose parameter is an `int`. Modules that the file does not import may set the attribute otherwise.
"""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .frozen_classes import CONSTRUCTORS
from .modules import MOST_SOURCES
from .program_files import is_installed
from .syntax import walk

if TYPE_CHECKING:
    from .classes import ClassInfo
    from .modules import Source
    from .run import Run

PREPARING = frozenset((*CONSTRUCTORS, "setup"))
"""The methods that run before all other methods of an object. flax calls `setup`."""
NUMBERS = frozenset(("bool", "complex", "float", "int"))
"""The annotations of numbers."""
WRAPPERS = frozenset(("Annotated", "ClassVar", "Final", "InitVar", "Optional"))
"""The annotations around the type of a value."""
SEQUENCES = frozenset(("Collection", "Iterable", "List", "Sequence", "Tuple", "list", "tuple"))
"""The annotations of sequences."""
ADDING = frozenset(("__setitem__", "append", "extend", "insert"))
"""The methods of lists that add items."""
FIELDS = frozenset(("field", "static_field"))
"""The functions of dataclasses, equinox and flax that describe a field."""
OPTIONS_OF_FIELDS = frozenset(("compare", "hash", "init", "kw_only", "metadata", "pytree_node", "repr", "static"))
"""The options of a field that do not change its value."""
CONVERSIONS = {"bool": "bool", "complex": "complex", "float": "float", "int": "int", "len": "int"}
"""Python's functions that return a number, by name."""
INTEGERS_OF_MATH = frozenset(("ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "trunc"))
"""The functions of `math` that return integers."""
OTHERS_OF_MATH = frozenset(("frexp", "isclose", "isfinite", "isinf", "isnan", "modf", "prod", "sumprod"))
"""The functions of `math` that return other values, or numbers of several classes."""
ANY_NAME = "*"
"""Stands for all attributes: one that is set by a computed name."""
Kinds: TypeAlias = defaultdict[str, set[str]]
"""The kinds of the values of each attribute."""
Place: TypeAlias = tuple[str, int]
"""The file and the line of a class."""
NO_NUMBER = ""
"""Stands for a value that is no number, or a number of unknown class."""


class NumberAttributes:
    """The kinds of the numbers in attributes.

    Args:
        run: the run, which has read the file under check and the modules that it imports.
    """

    def __init__(self, run: Run) -> None:
        modules = [_module(source) for source in run.finder.sources if not is_installed(source.path)]
        self._set_elsewhere = frozenset(name for module in modules for name in module.set_elsewhere)
        self._kinds = {place: kinds for module in modules for place, kinds in module.classes.items()}
        self._classes = [each for each in run.classes.values() if _place(each) in self._kinds]
        self._named: defaultdict[tuple[str, str], list[ClassInfo]] = defaultdict(list)
        for each in self._classes:
            self._named[os.path.abspath(each.path), each.name].append(each)
        self._made_by_calls = [each for each in run.classes.values() if each.node is None]
        self._found: dict[tuple[str, str, str], str | None] = {}

    def kind(self, path: str, cls: str, attribute: str) -> str | None:
        """The kind of the numbers in an attribute: ``"int"``, ``"float"``; None if it is unknown.

        Args:
            path: the file of the class.
            cls: the name of the class, without that of its module.
            attribute: the name of the attribute.
        """
        key = path, cls, attribute
        if key not in self._found:
            self._found[key] = self._kind(os.path.abspath(path), cls, attribute)
        return self._found[key]

    def _kind(self, path: str, cls: str, attribute: str) -> str | None:
        named = self._named.get((path, cls), [])
        if not named or attribute in self._set_elsewhere or ANY_NAME in self._set_elsewhere:
            return None
        own = {each.site for each in named}
        if any(not own.isdisjoint(each.mro) for each in self._made_by_calls):
            return None
        # The classes whose attributes an instance may have: of these classes, of derived ones, and of all their bases.
        shared = {base for each in self._classes if not own.isdisjoint(each.mro) for base in each.mro}
        tables = [self._kinds[_place(each)] for each in self._classes if each.site in shared]
        kinds = {kind for table in tables for name in (attribute, ANY_NAME) for kind in table.get(name, ())}
        return (kinds.pop() or None) if len(kinds) == 1 else None


def _place(info: ClassInfo) -> Place:
    """Where a class stands. Several syntax trees may be read from one file, if it is imported by several names."""
    return os.path.abspath(info.path), info.node.lineno if info.node is not None else 0


class _Module(NamedTuple):
    """What a module says of attributes.

    Attributes:
        classes: the kinds of the values that the body and the methods of each class give each attribute, by the class's
            place.
        set_elsewhere: the attributes that other code sets.
    """

    classes: dict[Place, Kinds]
    set_elsewhere: set[str]


class _Scope(NamedTuple):
    """What is around a node.

    Attributes:
        kinds: the kinds of the values in the attributes of the innermost class.
        receiver: in a method, the name of its first parameter.
        parameters: in a constructor, the kinds of the numbers in its parameters; None elsewhere.
    """

    kinds: Kinds | None = None
    receiver: str | None = None
    parameters: Mapping[str, str] | None = None


@lru_cache(MOST_SOURCES)
def _module(source: Source) -> _Module:
    """What the statements of a module say of attributes."""
    found, whole = _Module({}, set()), set[int]()
    pending: list[tuple[ast.AST, _Scope]] = [(source.tree, _Scope())]

    def note(owner: ast.expr, name: str, kind: str | None = NO_NUMBER) -> None:
        name = ANY_NAME if name == "__dict__" else name
        if scope.kinds is None or not isinstance(owner, ast.Name) or owner.id != scope.receiver:
            found.set_elsewhere.add(name)
        elif kind is not None:
            scope.kinds[name].add(kind)

    while pending:
        node, scope = pending.pop()
        inner = scope
        match node:
            case ast.ClassDef():
                kinds = found.classes[os.path.abspath(source.path), node.lineno] = _fields(node)
                inner = _Scope(kinds)
            case ast.FunctionDef(name=name) if scope.receiver is None and scope.kinds is not None:
                inner = _Scope(scope.kinds, _receiver(node), _parameters(node) if name in PREPARING else None)
            case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments) | ast.Lambda(args=arguments):
                is_hidden = scope.receiver in {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
                inner = _Scope(scope.kinds, "" if is_hidden else scope.receiver)
            case ast.Assign(targets=targets, value=value) if scope.parameters is not None:
                for target in targets:
                    if isinstance(target, ast.Attribute):
                        note(target.value, target.attr, _kind(value, scope.parameters))
                        whole.add(id(target))
            case ast.AnnAssign(target=ast.Attribute(value=owner, attr=name) as target, value=value) if (
                scope.parameters is not None
            ):
                note(owner, name, _declared(node.annotation))
                note(owner, name, _kind(value, scope.parameters))
                whole.add(id(target))
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()) if id(node) not in whole:
                note(owner, name)
            case ast.Call(
                func=ast.Name(id="setattr") | ast.Attribute(attr="setattr" | "__setattr__"), args=[*owners, key, value]
            ):
                owner = owners[0] if owners else value
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    note(owner, key.value, NO_NUMBER if scope.parameters is None else _kind(value, scope.parameters))
                elif not (isinstance(owner, ast.Name) and owner.id == scope.receiver == "cls"):  # a new class
                    note(owner, ANY_NAME)
            case ast.Subscript(value=ast.Attribute(value=owner, attr=name), ctx=ast.Store() | ast.Del()):
                note(owner, name)
            case ast.Call(func=ast.Attribute(value=ast.Attribute(value=owner, attr=name), attr=method)) if (
                method in ADDING
            ):
                note(owner, name)
            case (
                ast.Call(func=ast.Attribute(value=held, attr="copy" | "get" | "items" | "keys" | "values"))
                | ast.Subscript(value=held, ctx=ast.Load())
                | ast.Compare(comparators=[held])
                | ast.keyword(arg=None, value=held)
                | ast.For(iter=held)
                | ast.comprehension(iter=held)
                | ast.Call(func=ast.Name(id="dict"), args=[held])
            ) if _owner_of_dict(held) is not None:
                whole.add(id(held))
            case ast.expr() if id(node) not in whole and (holder := _owner_of_dict(node)) is not None:
                note(holder, ANY_NAME)
            case ast.Call(func=ast.Name(id="type"), args=[_, _, _]):
                found.set_elsewhere.add(ANY_NAME)
        pending += ((child, inner) for child in ast.iter_child_nodes(node))
    return found


def _owner_of_dict(expression: ast.expr) -> ast.expr | None:
    """The object whose attributes are in ``self.__dict__`` or ``vars(self)``; None for other expressions."""
    match expression:
        case ast.Attribute(value=owner, attr="__dict__") | ast.Call(func=ast.Name(id="vars"), args=[owner]):
            return owner
    return None


def _receiver(function: ast.FunctionDef) -> str:
    """The name of a method's first parameter; empty for a static method, and if the method assigns the name."""
    if any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in function.decorator_list):
        return ""
    first = next((each.arg for each in (*function.args.posonlyargs, *function.args.args)), "")
    return "" if first in _assigned(function) else first


def _assigned(node: ast.AST) -> set[str]:
    """The names that a node assigns anywhere in it: by a statement, a pattern, an import or a handler."""
    found: set[str] = set()
    for each in walk(node):
        match each:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                found.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)) | ast.alias(name=str(name)):
                found.add(name)
    return found


def _fields(node: ast.ClassDef) -> Kinds:
    """The kinds of the values that the body of a class gives its attributes."""
    found: Kinds = defaultdict(set)
    bases = {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases}
    metaclasses = {ast.unparse(each.value).rpartition(".")[2] for each in node.keywords if each.arg == "metaclass"}
    if metaclasses - {"ABCMeta"} or "Protocol" in bases:  # a metaclass may set any; other classes implement a protocol
        found[ANY_NAME].add(NO_NUMBER)
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                found[name] |= {kind for kind in (_declared(annotation), _default(value)) if kind is not None}
                others = _assigned(value) if value is not None else set[str]()
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] |= {kind for kind in (_kind(value, {}),) if kind is not None}
                others = _assigned(value)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                others = {ANY_NAME if name in ("__getattr__", "__getattribute__") else name}
            case _:
                others = _assigned(statement)
        for name in others:
            found[name].add(NO_NUMBER)
    return found


def _parameters(function: ast.FunctionDef) -> dict[str, str]:
    """The kinds of the numbers in a function's parameters, which it does not assign.

    A parameter whose default is of another kind counts as no number.
    """
    arguments = function.args
    assigned = _assigned(function)
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(positional) - len(arguments.defaults)), *arguments.defaults, *arguments.kw_defaults]
    found: dict[str, str] = {}
    for parameter, default in zip([*positional, *arguments.kwonlyargs], defaults, strict=True):
        declared = NO_NUMBER if parameter.annotation is None else _declared(parameter.annotation)
        is_kept = parameter.arg not in assigned and _kind(default, {}) in (None, declared)
        found[parameter.arg] = declared if is_kept else NO_NUMBER
    return found


def _declared(annotation: ast.expr) -> str:
    """The kind of number that an annotation declares, also in ``int | None``, and for the items of ``list[int]``."""
    match annotation:
        case ast.Constant(value=str(text)):
            try:
                return _declared(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError):
                return NO_NUMBER
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner) if name in WRAPPERS:
            return _declared(inner.elts[0] if isinstance(inner, ast.Tuple) and inner.elts else inner)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner) if name in SEQUENCES:
            items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            kinds = {_declared(item) for item in items if not (isinstance(item, ast.Constant) and item.value is ...)}
            return kinds.pop() if len(kinds) == 1 else NO_NUMBER
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return _declared(left)
        case ast.BinOp(left=ast.Constant(value=None), op=ast.BitOr(), right=right):
            return _declared(right)
        case ast.Name(id=name) if name in NUMBERS:
            return name
    return NO_NUMBER


def _default(value: ast.expr | None) -> str | None:
    """The kind of a field's default; None for no default, as in ``field(static=True)``."""
    match value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[], keywords=options) if name in FIELDS:
            named = {option.arg: option.value for option in options}
            is_plain = named.keys() <= {"default", *OPTIONS_OF_FIELDS}
            return _kind(named.get("default"), {}) if is_plain else NO_NUMBER
    return _kind(value, {})


def _kind(value: ast.expr | None, parameters: Mapping[str, str]) -> str | None:
    """The kind of the number that an expression computes; None for the value None, and for no value."""
    match value:
        case None | ast.Constant(value=None):
            return None
        case ast.Constant(value=bool() | int() | float() | complex() as constant):
            return type(constant).__name__
        case ast.Name(id=name):
            return parameters.get(name, NO_NUMBER)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            kind = _kind(operand, parameters)
            return kind if kind != "bool" else "int"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() | ast.Mod(), right=right):
            kinds = {_kind(left, parameters), _kind(right, parameters)}
            return kinds.pop() if kinds in ({"int"}, {"float"}) else NO_NUMBER
        case ast.Tuple(elts=[_, *_] as items) | ast.List(elts=[_, *_] as items):
            found = {_kind(item, parameters) for item in items}
            return found.pop() if len(found) == 1 and None not in found else NO_NUMBER
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in CONVERSIONS:
            return CONVERSIONS[name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id="math"), attr=name)) if name not in OTHERS_OF_MATH:
            return "int" if name in INTEGERS_OF_MATH else "float"
        case ast.Attribute(value=ast.Name(id="math")):
            return "float"
    return NO_NUMBER
