"""The modules of the program, the plugins that mypy runs, and the symbols whose attributes mypy keeps to itself."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

import mypy
from mypy.errors import CompileError
from mypy.modulefinder import FindModuleCache, compute_search_paths, get_search_dirs
from mypy.nodes import MypyFile, SymbolNode, TypeInfo
from mypy.options import Options
from mypy.plugin import ChainedPlugin, CheckerPluginInterface, ClassDefContext, Plugin
from mypy.types import ProperType

from .checker import checker_of

if TYPE_CHECKING:
    from mypy.semanal import SemanticAnalyzer


# --------------------------------------------------------------------------------------------------------- modules


def current_file(api: CheckerPluginInterface) -> MypyFile:
    """The file that mypy is checking."""
    # mypy 2.4: `CheckerPluginInterface` declares only the file's path.
    return checker_of(api).tree


def loaded_modules(api: CheckerPluginInterface) -> dict[str, MypyFile]:
    """The modules of the program that mypy has loaded, by full name."""
    # mypy 2.4: the interface has no lookup of a class by its full name, and `Plugin.lookup_fully_qualified` finds no
    # name in a module that the package above it does not import.
    return checker_of(api).modules


def used_modules(api: CheckerPluginInterface) -> set[str]:
    """The modules that the file under check uses, in a set of mypy's own; the daemon depends on them."""
    # mypy 2.4: the checker adds the modules of the types that it meets, and `State` reads `module_refs` afterwards.
    return checker_of(api).module_refs


def is_finished(api: CheckerPluginInterface) -> bool:
    """Whether mypy has finished the check of a file, and forgotten the types of its expressions."""
    # mypy 2.4: `TypeChecker.reset` leaves an empty map of types.
    return not checker_of(api)._type_maps[0]


def imported_modules(ctx: ClassDefContext) -> dict[str, set[str]]:
    """The modules that each module of the program depends on, directly or not, by full name."""
    # mypy 2.4: the plugin interface of semantic analysis does not declare `import_map`.
    return cast("SemanticAnalyzer", ctx.api).import_map


def is_module_found(name: str, options: Options) -> bool:
    """Whether mypy finds a module where it searches for modules. Errors in its paths are raised."""
    # mypy 2.4: no hook tells where a module was found that the program does not import.
    paths = compute_search_paths([], options, os.path.dirname(mypy.__file__))
    return isinstance(FindModuleCache(paths, None, options).find_module(name), str)


def search_folders_of(python: str | None) -> tuple[list[str], list[str]]:
    """The folders where a Python searches for modules: those of its own, and those of installed packages."""
    # mypy 2.4: `python_executable` is an option, but this function alone asks that Python for its folders.
    return get_search_dirs(python)


# ---------------------------------------------------------------------------------------------------------- plugins


def all_plugins(api: CheckerPluginInterface) -> Sequence[Plugin]:
    """The plugins that mypy asks, in the order in which it asks them."""
    # mypy 2.4: mypy hands `ChainedPlugin` to the checker, and shows no plugin the others.
    return cast("ChainedPlugin", checker_of(api).plugin)._plugins


def stopping_error(messages: Iterable[str]) -> Exception:
    """The exception at which mypy prints some messages and stops, without a traceback."""
    # mypy 2.4: no hook can end a run.
    return CompileError([*messages])


# ---------------------------------------------------------------------------------------------------------- symbols


def promoted_types(info: TypeInfo) -> list[ProperType]:
    """The types to which mypy implicitly promotes instances of a class, as int to float."""
    # mypy 2.4: only typeshed may use the decorator that declares such promotions, and this list is its effect.
    return info._promote


def forget_constructor(info: TypeInfo) -> None:
    """Forget the signature with which a class is called, after a change of its ``__init__``."""
    # mypy 2.4: `type_object_type` is the cached signature, and only mypy's daemon resets it.
    info.type_object_type = None


def set_full_name(node: SymbolNode, fullname: str) -> None:
    """Give a variable or function that the plugin has created its full name."""
    # mypy 2.4: `fullname` is a read-only property of every symbol.
    node._fullname = fullname  # type: ignore[attr-defined]
