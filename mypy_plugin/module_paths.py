"""Relates the names of modules, functions and classes to modules and their folders.

`module_of` finds the module of a function; `absolute_name` and `folder_of_packages` resolve imports.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path


def module_of(fullname: str, modules: Container[str]) -> str:
    """The full name of the module that contains a function or class; empty if it is none of the modules.

    Args:
        fullname: the full name of the function or class.
        modules: the full names of the modules.
    """
    module = fullname.rpartition(".")[0]
    while module and module not in modules:
        module = module.rpartition(".")[0]
    return module


def absolute_name(name: str, level: int, module: str, path: str) -> str:
    """The full name of an imported module.

    Args:
        name: the name as the import statement spells it, without dots in front.
        level: the number of dots in front.
        module, path: the importing module, and its file.
    """
    if not level:
        return name
    parts = module.split(".")
    kept = len(parts) - level + _is_package(path)
    return ".".join([*parts[:kept], *([name] if name else [])])


def folder_of_packages(module: str, path: str) -> Path:
    """The folder that contains a module's top-level package.

    Args:
        module, path: the module, and its file.
    """
    depth, parents = module.count(".") + _is_package(path), Path(path).parents
    return parents[depth] if depth < len(parents) else Path()


def _is_package(path: str) -> bool:
    return Path(path).name.startswith("__init__.")
