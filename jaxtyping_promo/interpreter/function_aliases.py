"""Other names of functions: ``dot = jnp.vectorize(jnp.dot, signature="(n),(n)->()")`` at the top level of a module."""

from __future__ import annotations

import ast
from typing import Final

from .kind_evidence import FLOAT_FUNCTIONS, KEY_FUNCTIONS, PRODUCTS, Kind

WRAPPERS: Final = frozenset(
    "jit pmap vmap vectorize checkpoint remat grad value_and_grad jacfwd jacrev hessian custom_jvp named_call".split()
)
"""Functions whose result takes the arguments of the function that they get."""
MOST_ARGUMENTS: Final = 3
"""The most arguments of a product of arrays."""


def function_aliases(tree: ast.Module) -> dict[str, ast.expr]:
    """The function behind each name that a module gives to a transformed function."""
    found: dict[str, ast.expr] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            function = _wrapped(statement.value)
            for target in statement.targets:
                if isinstance(target, ast.Name) and function is not None:
                    found[target.id] = function
    return found


def _wrapped(node: ast.expr) -> ast.expr | None:
    """The function inside of calls that transform it; None if an expression is something else."""
    while isinstance(node, ast.Call) and node.args:
        name = _short(node.func)
        if name not in WRAPPERS and not (name == "partial" and len(node.args) == 1):
            return None
        node = node.args[0]
    return node if isinstance(node, (ast.Name, ast.Attribute)) else None


def library_parameters(function: ast.expr) -> list[tuple[str, Kind | None]]:
    """The kinds of the arguments that a function of JAX takes by position, as far as its name tells."""
    if not isinstance(function, ast.Attribute):
        return []
    if "random" in ast.unparse(function.value):
        return [("", "key")] if function.attr in KEY_FUNCTIONS else []
    if function.attr in PRODUCTS - {"einsum"}:
        return [("", "float")] * MOST_ARGUMENTS
    return [("", "float")] if function.attr in FLOAT_FUNCTIONS else []


def _short(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
