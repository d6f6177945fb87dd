"""Functions by their full names: finds the syntax of ``package.module.function``, and its value after all decorators.

The syntax has the parameters. The value is what a caller gets: ``jax.jit`` or another decorator may have changed it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from .attributes import get_attribute
from .definitions import FunctionNode
from .heap import HeapObject
from .imports import imported_module, module_value
from .libraries.modelled_modules import MODELLED_PACKAGES
from .libraries.registry import MODELS
from .values import Class, Descriptor, External, Function, Module, Transformed, Value, only

if TYPE_CHECKING:
    from .modules import Source, SourceFinder
    from .run import Run
    from .values import Site

Node = TypeVar("Node", bound=ast.AST)
DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class NamedFunction(NamedTuple):
    """A function or method of a module.

    Attributes:
        source: the module that defines it.
        node: its syntax.
        owner: the module or class whose attribute it is.
        attribute: its name there.
        kind: ``"function"``, or of a class: ``"method"``, ``"staticmethod"``, ``"classmethod"`` or ``"property"``.
    """

    source: Source
    node: FunctionNode
    owner: Value
    attribute: str
    kind: str

    @property
    def is_method(self) -> bool:
        """Whether the first parameter gets an object or a class."""
        return self.kind not in ("function", "staticmethod")


def packages_to_read(name: str) -> tuple[str, ...]:
    """The package of a function that is modelled by name by default, although no function of it has a model."""
    top = name.partition(".")[0]
    has_models = any(each.startswith(f"{top}.") for each in MODELS)
    return (top,) if top in MODELLED_PACKAGES and not has_models else ()


def module_of_name(finder: SourceFinder, name: str) -> str | None:
    """The longest beginning of a full name that is a module; None if there is none."""
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:end])
        if finder.find(module) is not None or finder.is_namespace(module):
            return module
    return None


def named_function(run: Run, module: str, name: str) -> NamedFunction:
    """Find a function by its full name. Its module is interpreted first.

    Args:
        run: the run.
        module: the module, which is a beginning of the name.
        name: the full name.

    Raises:
        ValueError: the module can't be read, or has no such function.
    """
    source = run.finder.load(module)
    if source is not None and source.error is not None:
        raise ValueError(f"{source.path} can't be read: {source.error}")
    parts = name.split(".")
    owner = module_value(run, module)
    *path, last = parts[module.count(".") + 1 :]
    found: NamedFunction | None = None
    if source is not None:
        with run.entering(frame_of(run, source), source, None, 0):
            for part in path:
                owner = get_attribute(run, owner, part)
            found = _of_class(run, owner, last) if only(owner, Class) is not None else _of_module(run, owner, last)
    if found is None:
        near = get_close_matches(last, _names(run, owner, source), n=1)
        raise ValueError(f"no function {name!r} is found" + (f"; did you mean {near[0]!r}?" if near else ""))
    return found


def frame_of(run: Run, source: Source) -> Site:
    """The frame of a module; an empty one if the module is modelled by name, and so not interpreted."""
    site: Site = run.modules.get(source.name, ("module", source.name))
    if run.live.peek(site) is None:
        run.live.add(site, HeapObject("frame"))
    return site


def _of_class(run: Run, owner: Value, name: str) -> NamedFunction | None:
    info = run.classes[owner[0].site]
    for site in info.mro:
        base = None if isinstance(site, str) else run.classes[site]
        node = None if base is None or base.node is None else _last_definition(base.node.body, name)
        source = None if base is None else run.models.get(("source", base.path))
        if node is not None and source is not None:
            stored = only(info.find(run, name) or (), Descriptor)
            return NamedFunction(source, node, owner, name, "method" if stored is None else stored.kind)
    return None


def _of_module(run: Run, owner: Value, name: str) -> NamedFunction | None:
    item = only(owner, (Module, External))
    if item is None:
        return None
    written: tuple[Source, FunctionNode] | None = _written(run.finder, item.name, name, set(), _last_definition)
    if written is not None:
        return NamedFunction(*written, owner, name, "function")
    value = get_attribute(run, owner, name)
    while isinstance(only(value), Transformed):
        value = value[0].function
    function = only(value, Function)
    if function is None:
        return None
    source = run.models.get(("source", function.definition.path))
    return None if source is None else NamedFunction(source, function.definition.node, owner, name, "function")


def alias_of(finder: SourceFinder, module: str, name: str) -> tuple[Source, ast.expr] | None:
    """The expression for which a name of a module stands, as in ``Scalar = float | jax.Array``, and its module."""
    return _written(finder, module, name, set(), _last_value)


def _written(
    finder: SourceFinder,
    module: str,
    name: str,
    seen: set[tuple[str, str]],
    look_up: Callable[[Sequence[ast.stmt], str], Node | None],
) -> tuple[Source, Node] | None:
    """What a module writes under a name, or a module that it imports the name from.

    Args:
        finder: finds the modules.
        module: the module.
        name: the name.
        seen: the modules and names of the search so far.
        look_up: finds a name among statements.
    """
    source = None if (module, name) in seen else finder.load(module)
    seen.add((module, name))
    if source is None:
        return None
    node = look_up(source.tree.body, name)
    if node is not None:
        return source, node
    for statement in _statements(source.tree.body):
        if not isinstance(statement, ast.ImportFrom):
            continue
        for alias in statement.names:
            if alias.name == "*" or (alias.asname or alias.name) == name:
                original = name if alias.name == "*" else alias.name
                found = _written(finder, imported_module(source, statement), original, seen, look_up)
                if found is not None:
                    return found
    return None


def _last_definition(body: Sequence[ast.stmt], name: str) -> FunctionNode | None:
    found: FunctionNode | None = None
    for statement in _statements(body):
        if isinstance(statement, DEFINITIONS) and statement.name == name:
            found = statement
    return found


def _last_value(body: Sequence[ast.stmt], name: str) -> ast.expr | None:
    found: ast.expr | None = None
    for statement in _statements(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                found = value
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                found = value
    return found


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module or class, also those behind a condition or in ``try``."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            for part in ("body", "handlers", "orelse", "finalbody"):
                for inner in getattr(statement, part, ()):
                    yield from _statements(inner.body if isinstance(inner, ast.ExceptHandler) else [inner])


def _names(run: Run, owner: Value, source: Source | None) -> list[str]:
    """The names of a module or class, for a hint."""
    item = only(owner, (Module, Class))
    site = None if item is None else item.site if isinstance(item, Class) else run.modules.get(item.name)
    frame = None if site is None else run.live.get(site)
    written = [] if source is None else [each.name for each in source.tree.body if isinstance(each, DEFINITIONS)]
    known = written if frame is None else [key for key in frame.fields if isinstance(key, str)]
    return [name for name in known if not name.startswith("__")]
