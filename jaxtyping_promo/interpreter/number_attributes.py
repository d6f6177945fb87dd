"""The attributes that hold Python numbers of one class, by what the statements of the program say.

An attribute has a class if its own class, those that derive from it and its bases declare it so, or give it a number of
this class in their bodies and constructors, and if no other function sets an attribute of this name. A declaration
counts: ``size: int``, or ``self.size = size`` in a constructor whose parameter is an `int`. Modules that the file does
not import may set the attribute otherwise.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .modules import MOST_SOURCES
from .program_files import is_installed
from .syntax import walk

if TYPE_CHECKING:
    from .modules import Source
    from .run import Run

CONSTRUCTORS = frozenset(("__init__", "__new__", "__post_init__", "setup"))
"""The methods that run before all other methods of an object. flax calls `setup`."""
NUMBERS = frozenset(("bool", "complex", "float", "int"))
WRAPPERS = frozenset(("Annotated", "ClassVar", "Final", "InitVar", "Optional"))
"""The annotations around the type of a value."""
SEQUENCES = frozenset(("Collection", "Iterable", "List", "Sequence", "Tuple", "list", "tuple"))
ADDING = frozenset(("__setitem__", "append", "extend", "insert"))
"""The methods of lists that add items."""
FIELDS = frozenset(("field", "static_field"))
"""The functions of dataclasses, equinox and flax that describe a field."""
OPTIONS_OF_FIELDS = frozenset(("compare", "hash", "init", "kw_only", "metadata", "pytree_node", "repr", "static"))
"""The options of a field that do not change its value."""
CONVERSIONS = {"bool": "bool", "complex": "complex", "float": "float", "int": "int", "len": "int"}
"""Python's functions that return a number, by name."""
ANY_NAME = "*"
"""Stands for all attributes: one that is set by a computed name."""
NO_NUMBER = ""
"""Stands for a value that is no number, or a number of unknown class."""


class NumberAttributes:
    """The kinds of the numbers in attributes.

    Args:
        run: the run, which has read the file under check and the modules that it imports.
    """

    def __init__(self, run: Run) -> None:
        modules = [_module(source) for source in run.finder.sources if not is_installed(source.path)]
        self._classes: defaultdict[str, list[_Class]] = defaultdict(list)
        for each in (one for module in modules for one in module.classes):
            self._classes[each.name].append(each)
        self._set_elsewhere = frozenset(name for module in modules for name in module.set_elsewhere)
        self._derived: defaultdict[str, set[str]] = defaultdict(set)
        for each in (one for named in self._classes.values() for one in named):
            for base in each.bases:
                self._derived[base].add(each.name)

    def kind(self, cls: str, attribute: str) -> str | None:
        """The kind of the numbers in an attribute: ``"int"``, ``"float"``; None if it is unknown.

        Args:
            cls: the name of the class, without that of its module.
            attribute: the name of the attribute.
        """
        if attribute in self._set_elsewhere or ANY_NAME in self._set_elsewhere:
            return None
        bases = _closure(cls, lambda name: {base for one in self._classes.get(name, ()) for base in one.bases})
        derived = _closure(cls, lambda name: self._derived.get(name, ()))
        classes = [one for name in bases | derived for one in self._classes.get(name, ())]
        kinds = {kind for one in classes for name in (attribute, ANY_NAME) for kind in one.kinds.get(name, ())}
        return (kinds.pop() or None) if len(kinds) == 1 else None


class _Class(NamedTuple):
    """What a class says of its attributes.

    Attributes:
        name: its name.
        bases: the last parts of the names of its bases.
        kinds: the kinds of the values that its body and its constructors give each attribute.
    """

    name: str
    bases: frozenset[str]
    kinds: dict[str, set[str]]


class _Module(NamedTuple):
    """What a module says of attributes: its classes, and the attributes that other code sets."""

    classes: list[_Class]
    set_elsewhere: set[str]


class _Scope(NamedTuple):
    """What is around a node.

    Attributes:
        cls: the innermost class.
        receiver: in a method, the name of its first parameter.
        parameters: in a constructor, the kinds of the numbers in its parameters; None elsewhere.
    """

    cls: _Class | None = None
    receiver: str | None = None
    parameters: Mapping[str, str] | None = None


def _closure(first: str, others: Callable[[str], Iterable[str]]) -> set[str]:
    """A name with all that follow from it."""
    found, pending = {first}, [first]
    while pending:
        new = {*others(pending.pop())} - found
        found |= new
        pending += new
    return found


@lru_cache(MOST_SOURCES)
def _module(source: Source) -> _Module:
    """What the statements of a module say of attributes."""
    found, whole = _Module([], set()), set[int]()
    pending: list[tuple[ast.AST, _Scope]] = [(source.tree, _Scope())]

    def note(owner: ast.expr, name: str, kind: str | None = NO_NUMBER) -> None:
        if scope.cls is None or not isinstance(owner, ast.Name) or owner.id != scope.receiver:
            found.set_elsewhere.add(name)
        elif kind is not None:
            scope.cls.kinds[name].add(kind)

    while pending:
        node, scope = pending.pop()
        inner = scope
        match node:
            case ast.ClassDef():
                own = _class(node)
                inner = _Scope(own)
                found.classes.append(own)
            case ast.FunctionDef(name=name, args=arguments) if scope.receiver is None and scope.cls is not None:
                receiver = next((each.arg for each in (*arguments.posonlyargs, *arguments.args)), "")
                inner = _Scope(scope.cls, receiver, _parameters(node) if name in CONSTRUCTORS else None)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                inner = scope._replace(parameters=None)
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
            case ast.Call(func=ast.Name(id="setattr") | ast.Attribute(attr="__setattr__"), args=[*owners, key, value]):
                owner = owners[0] if owners else value
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    note(owner, key.value, NO_NUMBER if scope.parameters is None else _kind(value, scope.parameters))
                else:
                    note(owner, ANY_NAME)
            case ast.Subscript(value=ast.Attribute(value=owner, attr=name), ctx=ast.Store() | ast.Del()):
                note(owner, name)
            case ast.Call(func=ast.Attribute(value=ast.Attribute(value=owner, attr=name), attr=method)) if (
                method in ADDING
            ):
                note(owner, name)
            case (
                ast.Call(func=ast.Attribute(value=held, attr="update" | "setdefault" | "__setitem__"))
                | ast.Subscript(value=held, ctx=ast.Store())
                | ast.Assign(targets=[held])
            ) if (holder := _owner_of_dict(held)) is not None:
                note(holder, ANY_NAME)
        pending += ((child, inner) for child in ast.iter_child_nodes(node))
    return found


def _owner_of_dict(expression: ast.expr) -> ast.expr | None:
    """The object whose attributes are in ``self.__dict__`` or ``vars(self)``; None for other expressions."""
    match expression:
        case ast.Attribute(value=owner, attr="__dict__") | ast.Call(func=ast.Name(id="vars"), args=[owner]):
            return owner
    return None


def _class(node: ast.ClassDef) -> _Class:
    """A class with the attributes that its body sets."""
    bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    names = frozenset(str(getattr(base, "attr", getattr(base, "id", ""))) for base in bases)
    found = _Class(node.name, names, defaultdict(set))
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                found.kinds[name] |= {kind for kind in (_declared(annotation), _default(value)) if kind is not None}
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name) and (kind := _kind(value, {})) is not None:
                        found.kinds[target.id].add(kind)
    return found


def _parameters(function: ast.FunctionDef) -> dict[str, str]:
    """The kinds of the numbers in a function's parameters, which it does not assign.

    A parameter whose default is of another kind counts as no number.
    """
    arguments = function.args
    assigned = {node.id for node in walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
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
    return NO_NUMBER
