"""Names and keys under which a module stores values in objects: ``state.params = ...``, ``params["w"] = ...``.

The dtype of ``params["w"]`` is known as long as nobody stores another value there. Another name may refer to the same
object, so a key counts as stored wherever the module stores a value under it. A container that a function has just
made itself, and that has no other name, is an exception.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ..file_versions import once_per_version
from ..module_paths import absolute_name
from ..python_source import parsed
from ..variables.assignment_record import CONSTRUCTORS
from ..variables.container_changes import CHANGING_FUNCTIONS, DICT_STORES, LIST_CHANGES

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

MAKERS = dict.fromkeys(("dict", "defaultdict", "OrderedDict", "Counter"), "dict") | dict.fromkeys(
    ("list", "set", "deque"), "sequence"
)
"""The functions that make a container, which is known to nobody else yet, and its kind."""
NAMING = frozenset(("getattr", "methodcaller", "attrgetter"))
"""The functions that take the name of a method."""
VALUES = frozenset(("value", "raw_value"))
"""The attributes of a wrapper of `flax.nnx` that hold its value."""
VALUE_CHANGES = frozenset(("set_value", "set_raw_value", "copy_from", "update_from_state"))
"""The methods that give it another value."""
CHANGES = LIST_CHANGES | DICT_STORES | VALUE_CHANGES
"""The methods that change an object."""
REPLACING = frozenset(("update", "SpectralNorm", "WeightNorm"))
"""The functions and classes of `flax.nnx` that may replace the value of any wrapper in a module."""
MODE_CHANGES = frozenset(("set_attributes", "train", "eval"))
"""The methods of a module of `flax.nnx` that store their keywords as attributes, also of modules inside it."""
MODE = frozenset(("deterministic", "use_running_average"))
"""The attributes that `train` and `eval` store."""
ARRAY_MODULES = frozenset(("np", "numpy", "onp", "jnp"))
"""The usual names of modules whose functions make arrays, whose items are no attributes or keys."""
SEQUENCES = (ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.Constant)
MOST_BYTES = 1_000_000
"""The size of the longest file that is read."""


class StoredNames(NamedTuple):
    """The names under which a module stores values.

    Attributes:
        keys: the keys of items.
        attributes: the names of attributes, except where a constructor sets them.
        any_key, any_attribute: whether it also stores under names that the program computes.
        converted: the fields of classes whose value is converted when an object is made.
        imports: the full names of the modules, or names in modules, that it imports.
        lists: the names of attributes whose list it changes: ``self.layers.append(layer)``.
        any_list: whether it may change any other list.
        values: the names of attributes whose wrapper gets another value: ``self.mean.value = x`` of `flax.nnx`.
        any_value: whether any wrapper may get another value.
    """

    keys: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    any_key: bool = False
    any_attribute: bool = False
    converted: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    any_list: bool = False
    values: frozenset[str] = frozenset()
    any_value: bool = False


EVERYTHING = StoredNames(any_key=True, any_attribute=True, any_list=True, any_value=True)
"""The answer for a module that can't be read."""


@once_per_version(1024, missing=EVERYTHING)
def stored_names(path: str, fullname: str) -> StoredNames:
    """The names under which the module in a file stores values."""
    try:
        text = Path(path).read_bytes()
        if len(text) > MOST_BYTES:
            return EVERYTHING
    except OSError:
        return EVERYTHING
    tree = parsed(text)
    if tree is None:
        return EVERYTHING
    reader = _Reader(fullname, path)
    reader.read(tree)
    return reader.result()


class _Scope(NamedTuple):
    """The surroundings of a statement.

    Attributes:
        function: the innermost function; None for a module or class.
        fresh: the kinds of the function's variables that only ever hold containers of its own: "dict" or "sequence".
        own: the name of the object that a constructor makes, or "".
    """

    function: Function | None
    fresh: dict[str, str]
    own: str = ""


class _Reader:
    """Reads a module.

    Args:
        module, path: the module's name, and its file.
    """

    def __init__(self, module: str, path: str) -> None:
        self._module, self._path = module, path
        self._keys: set[str] = set()
        self._attributes: set[str] = set()
        self._any_key = self._any_attribute = False
        self._converted: set[str] = set()
        self._imports: set[str] = set()
        self._lists: set[str] = set()
        self._any_list = False
        self._values: set[str] = set()
        self._any_value = False
        self._called: set[ast.expr] = set()
        """The expressions that are called."""

    def result(self) -> StoredNames:
        """The names that have been recorded."""
        return StoredNames(
            frozenset(self._keys),
            frozenset(self._attributes),
            self._any_key,
            self._any_attribute,
            frozenset(self._converted),
            frozenset(self._imports),
            frozenset(self._lists),
            self._any_list,
            frozenset(self._values),
            self._any_value,
        )

    def read(self, tree: ast.Module) -> None:
        """Read all statements."""
        pending: list[tuple[ast.AST, _Scope, bool]] = [(tree, _Scope(None, _fresh_variables(tree.body, ())), False)]
        while pending:
            node, scope, is_class = pending.pop()
            self._record(node, scope)
            inner, in_class = scope, is_class
            if isinstance(node, FUNCTIONS):
                body = node.body if isinstance(node.body, list) else []
                parameters = [*_parameters(node)]
                name = getattr(node, "name", "")
                own = parameters[0] if is_class and name in CONSTRUCTORS and parameters else ""
                inner, in_class = _Scope(node, _fresh_variables(body, parameters), own), False
            elif isinstance(node, ast.ClassDef):
                in_class = True
            pending += [(child, inner, in_class) for child in ast.iter_child_nodes(node)]

    def _record(self, node: ast.AST, scope: _Scope) -> None:
        """Record the names under which a statement or expression stores values."""
        match node:
            case ast.Assign(targets=targets):
                for target in targets:
                    self._store(target, scope, is_plain=True)
            case ast.AnnAssign(target=target, value=ast.Call(keywords=keywords)):
                self._store(target, scope, is_plain=True)
                if isinstance(target, ast.Name) and any(k.arg == "converter" or k.arg is None for k in keywords):
                    self._converted.add(target.id)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self._store(target, scope, is_plain=True)
            case ast.AugAssign(target=target) | ast.NamedExpr(target=target):
                self._store(target, scope, is_plain=False)
                if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
                    self._lists.add(node.target.attr)
                if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr):
                    self._merge(node.value, node.target, scope)
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
                self._store(target, scope, is_plain=False)
            case ast.withitem(optional_vars=ast.expr() as target):
                self._store(target, scope, is_plain=False)
            case ast.Delete(targets=targets):
                for target in targets:
                    if isinstance(target, ast.Subscript):
                        self._change_list(target.value, scope)
            case ast.Call():
                self._called.add(node.func)
                self._call(node, scope)
            case ast.Attribute(value=owner, attr=name) if node not in self._called and name in CHANGES:
                self._method(name, owner, scope)  # add = xs.append
            case ast.Attribute(attr="__dict__"):
                self._any_attribute = True
            case ast.Attribute(value=ast.Name(id="nnx") | ast.Attribute(attr="nnx"), attr=name) if name in REPLACING:
                self._any_value = True
            case ast.Import(names=names):
                self._imports |= {alias.name for alias in names}
            case ast.ImportFrom(module=module, names=names, level=level):
                origin = absolute_name(module or "", level, self._module, self._path)
                self._imports |= {origin, *(f"{origin}.{alias.name}" for alias in names)}
                self._any_value |= origin.startswith("flax.nnx") and any(alias.name in REPLACING for alias in names)

    def _store(self, target: ast.expr, scope: _Scope, *, is_plain: bool) -> None:
        """Record a target of an assignment; `is_plain` if it is the whole target of ``target = value``."""
        match target:
            case ast.Tuple(elts=items) | ast.List(elts=items):
                for item in items:
                    self._store(item, scope, is_plain=is_plain and isinstance(item, ast.Attribute))
            case ast.Starred(value=inner):
                self._store(inner, scope, is_plain=False)
            case ast.Attribute(value=owner, attr=name):
                if not (isinstance(owner, ast.Name) and owner.id and owner.id == scope.own and is_plain):
                    self._attributes.add(name)
                if name in VALUES:
                    self._change_value(owner)
            case ast.Subscript(value=owner, slice=key):
                if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                    self._change_list(owner, scope)
                kind = scope.fresh.get(owner.id) if isinstance(owner, ast.Name) else None
                is_seen = kind is not None and (is_plain or kind == "sequence")
                if isinstance(key, ast.Constant):
                    if isinstance(key.value, str) and not is_seen:
                        self._keys.add(key.value)
                elif not is_seen and not isinstance(key, ast.Slice | ast.Tuple):
                    self._any_key = True

    def _method(self, name: str, owner: ast.expr, scope: _Scope) -> None:
        """Record a method that may be called elsewhere."""
        if name in LIST_CHANGES:
            self._change_list(owner, scope)
        if name in VALUE_CHANGES:
            self._change_value(owner)
        self._any_key |= name in DICT_STORES

    def _change_list(self, owner: ast.expr, scope: _Scope) -> None:
        """Record that the list that an expression holds changes."""
        if isinstance(owner, ast.Attribute):
            self._lists.add(owner.attr)
        elif not (isinstance(owner, ast.Name) and owner.id in scope.fresh):
            self._any_list = True

    def _change_value(self, wrapper: ast.expr) -> None:
        """Record that a wrapper gets another value."""
        if isinstance(wrapper, ast.Attribute):
            self._values.add(wrapper.attr)
        else:
            self._any_value = True

    def _merge(self, value: ast.expr, owner: ast.expr, scope: _Scope) -> None:
        """Record that the items of a value enter a dict."""
        if isinstance(value, ast.Dict) and all(isinstance(key, ast.Constant) for key in value.keys):
            self._keys |= {
                key.value for key in value.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)
            }
        elif isinstance(value, ast.Compare | ast.Constant):
            return
        elif not (isinstance(owner, ast.Name) and scope.fresh.get(owner.id) == "sequence"):
            self._any_key = True

    def _call(self, call: ast.Call, scope: _Scope) -> None:
        """Record a call that stores values: `setattr`, ``dict.update`` and the like."""
        if isinstance(call.func, ast.Attribute) and call.func.attr in LIST_CHANGES:
            self._change_list(call.func.value, scope)
        if isinstance(call.func, ast.Attribute) and call.func.attr in VALUE_CHANGES:
            self._change_value(call.func.value)
        match call:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CHANGING_FUNCTIONS:
                self._any_list = self._any_key = True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in NAMING:
                for argument in call.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        self._method(argument.value, call, scope)
            case ast.Call(func=ast.Attribute(attr=name), keywords=keywords) if name in MODE_CHANGES:
                self._attributes |= {*MODE, *(keyword.arg for keyword in keywords if keyword.arg is not None)}
                self._any_attribute |= any(keyword.arg is None for keyword in keywords)
            case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str() as name), _]):
                self._attributes.add(name)
            case ast.Call(func=ast.Name(id="setattr" | "vars")):
                self._any_attribute = True
            case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[*_, ast.Constant(value=str() as name), _]):
                self._attributes.add(name)
            case ast.Call(func=ast.Attribute(attr="__setattr__")):
                self._any_attribute = True
            case ast.Call(func=ast.Attribute(attr="setdefault"), args=[ast.Constant(value=str() as key), *_]):
                self._keys.add(key)
            case ast.Call(func=ast.Attribute(attr="__setitem__", value=owner)):
                self._any_key = True
            case ast.Call(func=ast.Attribute(attr="update", value=owner), args=[], keywords=keywords):
                self._keys |= {keyword.arg for keyword in keywords if keyword.arg is not None}
                self._any_key |= any(keyword.arg is None for keyword in keywords)
            case ast.Call(func=ast.Attribute(attr="update", value=owner), args=[value], keywords=keywords):
                self._merge(value, owner, scope)
                self._keys |= {keyword.arg for keyword in keywords if keyword.arg is not None}


def _parameters(function: Function) -> Iterator[str]:
    arguments = function.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if argument is not None:
            yield argument.arg


def _fresh_variables(body: list[ast.stmt], parameters: Iterable[str]) -> dict[str, str]:
    """The variables of a function or module that only ever hold containers and arrays made where they are assigned."""
    made: dict[str, str] = {}
    other: set[str] = set(parameters)
    pending: list[ast.AST] = [*body]
    while pending:
        node = pending.pop()
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if (kind := _made_here(value)) is not None:
                made[name] = kind if made.get(name, kind) == kind else "dict"
                pending.append(value)
                continue
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                other |= {*names}
            case ast.Name(id=name, ctx=ast.Store()):
                other.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() | ast.ClassDef():
                continue
        pending += ast.iter_child_nodes(node)
    return {name: kind for name, kind in made.items() if name not in other}


def _made_here(value: ast.expr) -> str | None:
    """The kind of a new container or array; None for any other value."""
    match value:
        case ast.Dict() | ast.DictComp():
            return "dict"
        case ast.Call(func=ast.Name(id=name)) if name in MAKERS:
            return MAKERS[name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id="collections"), attr=name)) if name in MAKERS:
            return MAKERS[name]
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module))) if module in ARRAY_MODULES:
            return "sequence"
        case ast.BinOp(left=ast.List(), op=ast.Mult()):
            return "sequence"
    return "sequence" if isinstance(value, SEQUENCES) else None
