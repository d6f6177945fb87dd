"""The syntax of calls on arrays: the name of the function, and the arguments that are arrays."""

from __future__ import annotations

import ast
from typing import Final

MODULES: Final = frozenset(("jnp", "jax", "lax", "np", "nn", "jp", "jsp", "linalg", "special", "numpy"))
"""The usual names of modules with functions on arrays."""


def short_name(node: ast.expr) -> str:
    """The last part of the name of a function, variable or attribute; empty for other expressions."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def called_name(function: ast.expr) -> str:
    """The name of a function of a module or class: ``f``, ``self.f``, ``utils.f``. Empty for others."""
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return "" if is_module(function.value) else f"{function.value.id}.{function.attr}"
    return function.id if isinstance(function, ast.Name) else ""


def is_module(node: ast.expr) -> bool:
    """Whether an expression is the name of a module: ``jnp``, ``jax.numpy``, ``jnp.linalg``."""
    return short_name(node) in MODULES


def is_random(function: ast.expr) -> bool:
    """Whether a function belongs to `jax.random`, or to a module or object with such a name."""
    return isinstance(function, ast.Attribute) and "random" in ast.unparse(function.value)


def arrays_of_call(node: ast.Call) -> list[ast.expr]:
    """The arrays that a function or method gets: the arguments, or the object of a method and the arguments."""
    if isinstance(node.func, ast.Attribute) and not is_module(node.func.value):
        return [node.func.value, *node.args]
    return node.args


def joined_arrays(node: ast.Call) -> list[ast.expr]:
    """The arrays that a call puts together: ``jnp.stack([x, y])``, ``jnp.append(x, y)``."""
    found = [each for one in node.args[:2] for each in (one.elts if isinstance(one, (ast.List, ast.Tuple)) else [one])]
    return [each for inner in found for each in (inner.elts if isinstance(inner, (ast.List, ast.Tuple)) else [inner])]
