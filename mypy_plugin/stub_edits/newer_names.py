"""Adds names that the installed JAX has and the stubs lack, so that a newer JAX's names are `Any` instead of errors.

The plugin calls `add_names_of_installed_jax` when mypy has read the stubs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mypy.nodes import GDEF, AssignmentStmt, NameExpr, StrExpr, SymbolTableNode, Var
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, TypeOfAny

from ..jax_version import full_jax_version
from ..mypy_compat.modules import set_full_name

if TYPE_CHECKING:
    from ...jax_source import Source

MADE_FROM = "made_from"
"""The attribute that holds the version of JAX from which a stub was generated."""


def add_names_of_installed_jax(ctx: ClassDefContext) -> None:
    """Base-class hook of the class at the end of each stub of a public JAX module."""
    if _generated_from(ctx) == full_jax_version():
        return
    module = ctx.cls.info.module_name
    names = ctx.api.modules[module].names
    for name in _public_names(module):
        if name not in names and f"{module}.{name}" not in ctx.api.modules:
            variable = Var(name, AnyType(TypeOfAny.explicit))
            set_full_name(variable, f"{module}.{name}")
            variable.is_ready = True
            names[name] = SymbolTableNode(GDEF, variable)


def _generated_from(ctx: ClassDefContext) -> str | None:
    """The version of JAX from which the stub was generated."""
    for statement in ctx.cls.defs.body:
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=StrExpr(value=version)) if name == MADE_FROM:
                return version
    return None


@cache
def _source() -> Source | None:
    """The source of the installed JAX, or None if JAX is not installed."""
    from ...jax_source import installed

    try:
        return installed()
    except (ImportError, ValueError):  # `find_spec` raises ValueError if a module is not a package
        return None


def _public_names(module: str) -> list[str]:
    """The public names of a module of the installed JAX; empty if its source cannot be read."""
    source = _source()
    try:
        jax_module = source.module(module) if source else None
    except (OSError, SyntaxError, ValueError, RecursionError):  # a future JAX may have unreadable source
        return []
    return jax_module.public() if jax_module else []
