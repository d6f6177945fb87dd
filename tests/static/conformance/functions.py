"""The cases of functions: the calls that JAX executes in the oracle, with the dtypes of their results."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from oracles.calls import FIXED
from oracles.functions import THIN, Calls, call_text, functions_with_a_rule
from oracles.functions import rule as rule_of

from .case import Case, variable

MOST = 24
"""The maximal number of cases of one function. Operators cover the pairs of dtypes that are left out."""
JAX = (0, 12)


def cases(names: tuple[str, ...] | None = None, *, exhaustive: bool = False) -> Iterator[Case]:
    """The calls of functions that JAX accepts: an even selection, or all calls with every dtype."""
    for name in names or functions_with_a_rule():
        function_rule = rule_of(name, JAX)
        assert function_rule is not None
        calls = [call for call in Calls(name, x64=False).computed(None if exhaustive else THIN) if call.jax]
        step = 1 if exhaustive else -(-len(calls) // MOST) or 1
        module, _, short = name.rpartition(".")
        group = "methods" if module.startswith("jax.Array") else f"`{module}`"
        text = call_text(name, function_rule)
        shown = f"{module.replace('jax.numpy', 'jnp')}.{short}"
        for call in calls[::step]:
            code = _code(text, shown, {**FIXED, **call.nodes})
            if function_rule.parts:  # checkers reveal a named tuple by its name
                code = f"({', '.join(f'{code}[{index}]' for index in range(len(function_rule.parts)))},)"
            yield Case(group, code, tuple(dtype.removeprefix("weak ") for dtype in call.jax))


def _code(text: str, function: str, nodes: dict[str, str]) -> str:
    tree = ast.Expression(_inside(ast.parse(text, mode="eval").body))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "f":
            node.id = function
        elif isinstance(node, ast.Name) and node.id in nodes:
            node.id = variable(nodes[node.id])
    return ast.unparse(tree)


def _inside(call: ast.expr) -> ast.expr:
    """The body of a lambda that is mapped over an array.

    JAX needs the map to define the name of an axis. No checker infers the parameter's type in this lambda.
    """
    match call:
        case ast.Call(func=ast.Call(args=[ast.Lambda(args=ast.arguments(args=[parameter]), body=body)]), args=[array]):
            return _Replaced(parameter.arg, array).visit(body)
    return call


class _Replaced(ast.NodeTransformer):
    """Replaces a name by an expression."""

    def __init__(self, name: str, expression: ast.expr) -> None:
        self.name, self.expression = name, expression

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.expression if node.id == self.name else node
