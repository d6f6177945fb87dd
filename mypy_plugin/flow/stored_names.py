"""The attributes that a module stores in objects, as in ``state.params = ...``, and the modules that it imports.

`stored_values` asks for them, to find out whether another module may assign an attribute.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

from ..file_versions import once_per_version
from ..module_paths import absolute_name
from ..python_source import parsed
from ..variables.assignment_record import CONSTRUCTORS

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
MODE_CHANGES = frozenset(("set_attributes", "train", "eval"))
"""The methods of a module of `flax.nnx` that store their keywords as attributes, also of modules inside it."""
MODE = frozenset(("deterministic", "use_running_average"))
"""The attributes that `train` and `eval` store."""
MOST_BYTES = 1_000_000
"""The size of the longest file that is read."""


class StoredNames(NamedTuple):
    """The names under which a module stores values.

    Attributes:
        attributes: the names of attributes, except where a constructor sets them.
        imports: the full names of the modules, or names in modules, that it imports.
    """

    attributes: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()


@once_per_version(1024, missing=StoredNames())
def stored_names(path: str, fullname: str) -> StoredNames:
    """The names under which the module in a file stores values; none for a file that can't be read."""
    try:
        text = Path(path).read_bytes()
    except OSError:
        return StoredNames()
    tree = parsed(text) if len(text) <= MOST_BYTES else None
    if tree is None:
        return StoredNames()
    reader = _Reader(fullname, path)
    reader.read(tree)
    return StoredNames(frozenset(reader.attributes), frozenset(reader.imports))


class _Reader:
    """Reads a module.

    Args:
        module, path: the module's name, and its file.
    """

    def __init__(self, module: str, path: str) -> None:
        self._module, self._path = module, path
        self.attributes: set[str] = set()
        self.imports: set[str] = set()

    def read(self, tree: ast.Module) -> None:
        """Read all statements."""
        pending: list[tuple[ast.AST, str, bool]] = [(tree, "", False)]
        while pending:
            node, own, is_class = pending.pop()  # `own` names the object that a constructor makes
            self._record(node, own)
            if isinstance(node, FUNCTIONS):
                is_constructor = is_class and getattr(node, "name", "") in CONSTRUCTORS
                own, is_class = _first_parameter(node.args) if is_constructor else "", False
            elif isinstance(node, ast.ClassDef):
                is_class = True
            pending += [(child, own, is_class) for child in ast.iter_child_nodes(node)]

    def _record(self, node: ast.AST, own: str) -> None:
        """Record the names under which a statement or expression stores values."""
        match node:
            case ast.Assign(targets=targets):
                for target in targets:
                    self._store(target, own, is_plain=True)
            case ast.AnnAssign(target=target, value=ast.expr()):
                self._store(target, own, is_plain=True)
            case ast.AugAssign(target=target) | ast.For(target=target) | ast.AsyncFor(target=target):
                self._store(target, own, is_plain=False)
            case ast.comprehension(target=target) | ast.withitem(optional_vars=ast.expr() as target):
                self._store(target, own, is_plain=False)
            case ast.Call():
                self._call(node)
            case ast.Import(names=names):
                self.imports |= {alias.name for alias in names}
            case ast.ImportFrom(module=module, names=names, level=level):
                origin = absolute_name(module or "", level, self._module, self._path)
                self.imports |= {origin, *(f"{origin}.{alias.name}" for alias in names)}

    def _store(self, target: ast.expr, own: str, *, is_plain: bool) -> None:
        """Record a target of an assignment; `is_plain` if it is the whole target of ``target = value``."""
        match target:
            case ast.Tuple(elts=items) | ast.List(elts=items):
                for item in items:
                    self._store(item, own, is_plain=is_plain and isinstance(item, ast.Attribute))
            case ast.Starred(value=inner):
                self._store(inner, own, is_plain=False)
            case ast.Attribute(value=owner, attr=name):
                if not (isinstance(owner, ast.Name) and owner.id and owner.id == own and is_plain):
                    self.attributes.add(name)

    def _call(self, call: ast.Call) -> None:
        """Record a call that stores attributes."""
        match call:
            case ast.Call(func=ast.Attribute(attr=name), keywords=keywords) if name in MODE_CHANGES:
                self.attributes |= {*MODE, *(keyword.arg for keyword in keywords if keyword.arg is not None)}
            case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str() as name), _]):
                self.attributes.add(name)
            case ast.Call(func=ast.Attribute(attr="__setattr__"), args=[*_, ast.Constant(value=str() as name), _]):
                self.attributes.add(name)


def _first_parameter(arguments: ast.arguments) -> str:
    """The name of the first parameter; empty if there is none."""
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    return next((argument.arg for argument in named if argument is not None), "")
