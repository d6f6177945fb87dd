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
        self.functions: set[str] = set()
        aliases: list[tuple[str, ast.expr]] = []
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=names):
                    for module_alias in names:
                        top = module_alias.name.partition(".")[0]
                        self._say(module_alias.asname or top, module_alias.name if module_alias.asname else top)
                case ast.ImportFrom(module=module, names=names, level=level):
                    for imported in names:
                        full = f"{'.' * level}{module or ''}.{imported.name}"
                        self._say(imported.asname or imported.name, full)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    self.functions.add(name)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() | ast.Attribute() as value):
                    aliases.append((name, value))
        for alias, named in aliases:
            meant = self.full(named)
            if meant is not None and alias not in self._full:
                self._full[alias] = meant

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

    def is_of_program(self, name: ast.Name) -> bool:
        """Whether a name stands for a function or class of the module, or for what it imports from the program."""
        full = self._full.get(name.id)
        return name.id in self.functions or (full is not None and full.partition(".")[0] not in LIBRARIES)

    def is_library(self, expression: ast.expr) -> bool:
        """Whether an expression names a library function, which calls no function of the program by itself."""
        full = self.full(expression)
        if full is not None:
            return full.partition(".")[0] in LIBRARIES
        name = expression.id if isinstance(expression, ast.Name) else ""
        return name not in self.functions and (hasattr(builtins, name) or name == "reveal_type")
