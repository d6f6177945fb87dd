"""The attributes that hold Python numbers of one class, by what the statements of the program say.

An attribute has a class if every class and constructor that sets an attribute of this name declares it so, or gives it
a number of this class, and if no other function sets one. A declaration counts: ``size: int``, or ``self.size = size``
in a constructor whose parameter is an `int`. Modules that the file does not import may set the attribute otherwise.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

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
Parameters: TypeAlias = Mapping[str, str]
"""The kinds of the numbers in a function's parameters."""


def kinds_of_numbers(run: Run) -> dict[str, str]:
    """The kinds of numbers by the names of the attributes that hold them: ``"int"``, ``"float"``.

    Args:
        run: the run, which has read the file under check and the modules that it imports.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for source in run.finder.sources:
        if not is_installed(source.path):
            for name, kinds in _kinds_in(source).items():
                found[name] |= kinds
    if ANY_NAME in found:
        return {}
    return {name: kind for name, kinds in found.items() if len(kinds) == 1 and (kind := next(iter(kinds)))}


@lru_cache(MOST_SOURCES)
def _kinds_in(source: Source) -> Mapping[str, frozenset[str]]:
    """The kinds of the values that a module's statements give each attribute."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    pending: list[tuple[ast.AST, Parameters | None]] = [(source.tree, None)]
    while pending:
        node, parameters = pending.pop()
        match node:
            case ast.FunctionDef(name=name):
                parameters = _parameters(node) if name in CONSTRUCTORS else None
            case ast.AsyncFunctionDef() | ast.Lambda():
                parameters = None
        for name, kind in _set_by(node, parameters):
            if kind is not None:
                found[name].add(kind)
        is_read = parameters is not None and isinstance(node, ast.Assign | ast.AnnAssign)
        targets = [*getattr(node, "targets", ()), getattr(node, "target", None)] if is_read else []
        whole = {id(target) for target in targets if isinstance(target, ast.Attribute)}
        pending += ((child, parameters) for child in ast.iter_child_nodes(node) if id(child) not in whole)
    return {name: frozenset(kinds) for name, kinds in found.items()}


def _set_by(node: ast.AST, parameters: Parameters | None) -> Iterator[tuple[str, str | None]]:
    """The attributes that a node itself sets, each with the kind of its value.

    Args:
        node: the node.
        parameters: those of the constructor around it; None if there is none.
    """
    match node:
        case ast.ClassDef(body=body):
            for statement in body:
                match statement:
                    case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                        yield name, _declared(annotation)
                        yield name, _default(value)
                    case ast.Assign(targets=targets, value=value):
                        yield from ((target.id, _kind(value, {})) for target in targets if isinstance(target, ast.Name))
        case ast.Assign(targets=targets, value=value) if parameters is not None:
            for target in targets:
                if isinstance(target, ast.Attribute):
                    yield target.attr, _kind(value, parameters)
                else:
                    yield from (
                        (inner.attr, NO_NUMBER) for inner in ast.walk(target) if isinstance(inner, ast.Attribute)
                    )
        case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation, value=value) if (
            parameters is not None
        ):
            yield name, _declared(annotation)
            yield name, _kind(value, parameters)
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) if parameters is None:
            yield name, NO_NUMBER
        case ast.AugAssign(target=ast.Attribute(attr=name)) | ast.For(target=ast.Attribute(attr=name)):
            yield name, NO_NUMBER
        case ast.Call(func=ast.Name(id="setattr") | ast.Attribute(attr="__setattr__"), args=[*_, name, value]):
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield name.value, NO_NUMBER if parameters is None else _kind(value, parameters)
            else:
                yield ANY_NAME, NO_NUMBER
        case ast.Subscript(value=ast.Attribute(attr=name), ctx=ast.Store() | ast.Del()):
            yield name, NO_NUMBER
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name), attr=method)) if method in ADDING:
            yield name, NO_NUMBER
        case ast.Attribute(attr="__dict__") | ast.Call(func=ast.Name(id="vars")):
            yield ANY_NAME, NO_NUMBER


def _parameters(function: ast.FunctionDef) -> Parameters:
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


def _kind(value: ast.expr | None, parameters: Parameters) -> str | None:
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
