"""Adds the names that the installed JAX has and the stubs lack: names of a newer JAX are unknown, and no errors."""

from __future__ import annotations

from functools import cache

from mypy.nodes import GDEF, AssignmentStmt, NameExpr, StrExpr, SymbolTableNode, Var
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, TypeOfAny

from ...jax_source import Source, installed
from ..jax_version import full_jax_version

MADE_FROM = "made_from"
"""The attribute that holds the version of JAX that a stub is made from."""


def add_names_of_installed_jax(ctx: ClassDefContext) -> None:
    """Base-class hook of the class that each stub of a public module of JAX ends with."""
    if _made_from(ctx) == full_jax_version():
        return
    module = ctx.cls.info.module_name
    names = ctx.api.modules[module].names
    for name in _public_names(module):
        if name not in names and f"{module}.{name}" not in ctx.api.modules:
            variable = Var(name, AnyType(TypeOfAny.explicit))
            variable._fullname = f"{module}.{name}"
            variable.is_ready = True
            names[name] = SymbolTableNode(GDEF, variable)


def _made_from(ctx: ClassDefContext) -> str | None:
    for statement in ctx.cls.defs.body:
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=StrExpr(value=version)) if name == MADE_FROM:
                return version
    return None


@cache
def _source() -> Source | None:
    """The installed JAX. None if there is none."""
    try:
        return installed()
    except (ImportError, ValueError):  # what `find_spec` raises for a module that is no package
        return None


def _public_names(module: str) -> list[str]:
    """The public names of a module of the installed JAX; none if its source cannot be read."""
    source = _source()
    try:
        found = source.module(module) if source else None
    except (OSError, SyntaxError, ValueError, RecursionError):  # source of a JAX that nobody knows yet
        return []
    return found.public() if found else []
