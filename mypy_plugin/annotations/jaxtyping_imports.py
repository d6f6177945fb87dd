"""Resolves a file's names for jaxtyping's names: ``import jaxtyping as jt``, ``from jaxtyping import Float32 as F``.

To mypy, each such name is `typing.Annotated`. So the imports of the file decide which name is meant, and the imports of
the files that it imports from.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mypy.nodes import ClassDef, Import, ImportAll, ImportFrom, MemberExpr, MypyFile, NameExpr

from ...jaxtyping.names import BASE, MODULE, NAMES
from ..file_versions import once_per_version
from ..module_paths import absolute_name, folder_of_packages
from ..per_file_cache import OfFiles
from ..python_source import parsed

MODULES = (MODULE, f"{MODULE}._indirection", f"{MODULE}._array_types")
"""The modules of jaxtyping that define its names."""
MOST_FILES = 1024
"""The number of files whose imports are cached."""
MOST_STEPS = 8
"""The largest number of modules through which a name may be imported."""
UNLIKELY = ("builtins", "typing", "typing_extensions", "collections", "numpy", "jax", "dataclasses", "functools", "abc")
"""Packages that export no name of jaxtyping's."""


class Imports(NamedTuple):
    """The imports of a file.

    Attributes:
        names: the module and the name behind each imported name.
        modules: the imported modules, by the names that the file has for them.
        stars: the modules from which all names are imported.
        classes: the file's own classes of dtypes, which are derived from `AbstractDtype`.
    """

    names: Mapping[str, tuple[str, str] | None]
    modules: Mapping[str, str]
    stars: tuple[str, ...]
    classes: frozenset[str]


NOTHING = Imports({}, {}, (), frozenset())


def jaxtyping_name(name: str, tree: MypyFile, modules: Mapping[str, MypyFile]) -> str | None:
    """The jaxtyping name that an annotation uses, or None if it uses none; `AbstractDtype` for classes derived from it.

    Args:
        name: the name as it is written, such as ``jt.Float32``.
        tree: the file.
        modules: the files that mypy has loaded.
    """
    return _named(name, imports_of(tree), tree.fullname, tree.path, modules, MOST_STEPS)


def _named(
    name: str, imports: Imports, module: str, path: str, modules: Mapping[str, MypyFile], steps: int
) -> str | None:
    """The jaxtyping name behind a name of a file, or None; `steps` is the number of modules left to search."""
    prefix, _, last = name.rpartition(".")
    if prefix:
        target = _module(prefix, imports)
        return None if target is None else _in_module(last, target, module, path, modules, steps)
    if name in imports.classes:
        return BASE
    if name in imports.names:
        behind = imports.names[name]
        return None if behind is None else _in_module(behind[1], behind[0], module, path, modules, steps)
    for star in imports.stars:
        imported_name = _in_module(name, star, module, path, modules, steps)
        if imported_name is not None:
            return imported_name
    return None


def _module(name: str, imports: Imports) -> str | None:
    """The module that a dotted name stands for."""
    if name in imports.modules:
        return imports.modules[name]
    if name in imports.names:
        behind = imports.names[name]
        return None if behind is None else ".".join(behind)
    outer, _, last = name.rpartition(".")
    outer_module = _module(outer, imports) if outer else None
    return None if outer_module is None else f"{outer_module}.{last}"


def _in_module(
    name: str, module: str, importing: str, path: str, modules: Mapping[str, MypyFile], steps: int
) -> str | None:
    """The name of jaxtyping's that a module has by a name."""
    if module in MODULES:
        return name if name in NAMES or name == BASE else None
    if not steps or module.partition(".")[0] in UNLIKELY:
        return None
    tree = modules.get(module)
    if tree is not None and tree.defs:
        return _named(name, imports_of(tree), module, tree.path, modules, steps - 1)
    module_path = tree.path if tree is not None else _path_beside(module, importing, path)
    if module_path:
        return _named(name, _imports_in(module_path, module), module, module_path, modules, steps - 1)
    outer, _, inner = module.rpartition(".")  # an attribute of a module, perhaps of a module that it imports
    return _in_module(f"{inner}.{name}", outer, importing, path, modules, steps - 1) if outer else None


def _path_beside(module: str, importing: str, path: str) -> str:
    """The path of a module in the same folder of packages as another one, or nothing."""
    stem = folder_of_packages(importing, path).joinpath(*module.split("."))
    for candidate in (stem / "__init__.pyi", stem / "__init__.py", stem.with_suffix(".pyi"), stem.with_suffix(".py")):
        if candidate.is_file():
            return str(candidate)
    return ""


def _found_in_tree(tree: MypyFile) -> Imports:
    """The imports of a file that mypy has parsed."""
    names: dict[str, tuple[str, str] | None] = {}
    modules: dict[str, str] = {}
    stars: list[str] = []
    for statement in tree.imports:
        if isinstance(statement, Import):
            _add_modules(modules, statement.ids)
        elif isinstance(statement, ImportFrom):
            module = absolute_name(statement.id, statement.relative, tree.fullname, tree.path)
            _add_names(names, module, statement.names)
        elif isinstance(statement, ImportAll):
            stars.append(absolute_name(statement.id, statement.relative, tree.fullname, tree.path))
    classes = {d.name: [b for e in d.base_type_exprs if (b := _last(e))] for d in tree.defs if isinstance(d, ClassDef)}
    return Imports(names, modules, tuple(stars), _derived(classes))


imports_of = OfFiles(_found_in_tree)
"""The imports of a file that mypy has parsed."""


@once_per_version(MOST_FILES, missing=NOTHING)
def _imports_in(path: str, module: str) -> Imports:
    """The imports of a file that mypy has not parsed."""
    try:
        tree = parsed(Path(path).read_bytes())
    except OSError:
        return NOTHING
    if tree is None:
        return NOTHING
    names: dict[str, tuple[str, str] | None] = {}
    modules: dict[str, str] = {}
    stars: list[str] = []
    classes: dict[str, list[str]] = {}
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Import):
            _add_modules(modules, ((each.name, each.asname) for each in statement.names))
        elif isinstance(statement, ast.ImportFrom):
            source = absolute_name(statement.module or "", statement.level, module, path)
            if any(each.name == "*" for each in statement.names):
                stars.append(source)
            else:
                _add_names(names, source, ((each.name, each.asname) for each in statement.names))
        elif isinstance(statement, ast.ClassDef):
            classes[statement.name] = [base for each in statement.bases if (base := _last(each))]
    return Imports(names, modules, tuple(stars), _derived(classes))


def _last(expression: object) -> str | None:
    """The last part of a dotted name, in mypy's syntax tree or in Python's."""
    match expression:
        case NameExpr(name=name) | MemberExpr(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def _derived(bases: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The classes that are derived from `AbstractDtype`, also by way of each other. Bases precede derived classes."""
    derived = {BASE}
    for name, named in bases.items():
        if not derived.isdisjoint(named):
            derived.add(name)
    return frozenset(derived - {BASE})


def _add_modules(modules: dict[str, str], imported: Iterable[tuple[str, str | None]]) -> None:
    """Add the names that ``import a.b`` and ``import a as b`` bind to modules."""
    for name, alias in imported:
        if alias:
            modules[alias] = name
        else:
            modules[name.partition(".")[0]] = name.partition(".")[0]


def _add_names(
    names: dict[str, tuple[str, str] | None], module: str, imported: Iterable[tuple[str, str | None]]
) -> None:
    """Add the names that ``from module import name`` binds; None for a name with several meanings."""
    for name, alias in imported:
        here, target = alias or name, (module, name)
        # Both imports may apply; the line of use decides.
        names[here] = target if names.get(here, target) == target else None
