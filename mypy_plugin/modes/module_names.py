"""Resolves the names in a module's text to full names: after ``import jax.numpy as jnp``, `jnp` is `jax.numpy`."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import Final

LIBRARIES: Final = frozenset((*sys.stdlib_module_names, "jax", "jaxlib", "numpy", "jaxtyping_promo"))
"""The modules whose functions call no function of the program, except functions passed as arguments."""


class Names:
    """Resolves the names of a module to full names.

    Args:
        tree: the module.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._full: dict[str, str | None] = {}
        self._own: set[str] = set()
        nodes = [*ast.walk(tree)]
        for node in nodes:
            match node:
                case ast.Import(names=names):
                    for one in names:
                        top = one.name.partition(".")[0]
                        self._say(one.asname or top, one.name if one.asname else top)
                case ast.ImportFrom(module=module, names=names, level=level):
                    for one in names:
                        self._say(one.asname or one.name, f"{'.' * level}{module or ''}.{one.name}")
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    self._own.add(name)
        for node in nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in self._full and self.full(
                    value
                ):
                    self._full[name] = self.full(value)

    def _say(self, name: str, full: str) -> None:
        """Record a name's full name; a name with two meanings has none."""
        self._full[name] = full if self._full.get(name, full) == full else None

    def full(self, expression: ast.expr) -> str | None:
        """The full name of an imported object that an expression names; None if it is not imported."""
        match expression:
            case ast.Name(id=name):
                return self._full.get(name)
            case ast.Attribute(value=value, attr=attr):
                owner = self.full(value)
                return None if owner is None else f"{owner}.{attr}"
        return None

    def is_of_library(self, expression: ast.expr) -> bool:
        """Whether an expression names a library's object or one of Python's own names."""
        full = self.full(expression)
        if full is not None:
            return full.partition(".")[0] in LIBRARIES
        return isinstance(expression, ast.Name) and hasattr(builtins, expression.id) and expression.id not in self._own

    def is_of_program(self, name: ast.Name) -> bool:
        """Whether a name stands for a function or class of the module, or for what it imports from the program."""
        return name.id in self._own or (self.full(name) is not None and not self.is_of_library(name))
