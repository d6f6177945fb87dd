"""The functions' cases: the calls by which the oracle asks JAX, with the dtypes that came out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from oracles.calls import FIXED
from oracles.functions import THIN, Calls, call_text, covered
from oracles.functions import rule as rule_of

from .case import Case, variable

MOST = 24
"""Cases of one function: those with more have so many pairs of dtypes, and those of the operators are all there."""
JAX = (0, 12)


def cases(names: tuple[str, ...] | None = None, most: int = MOST) -> Iterator[Case]:
    """The calls of functions that JAX takes, evenly chosen where there are many."""
    for name in names or covered():
        found = rule_of(name, JAX)
        assert found is not None
        calls = [call for call in Calls(name, x64=False).computed(THIN) if call.actual]
        module, _, short = name.rpartition(".")
        group = "methods" if module.startswith("jax.Array") else f"`{module}`"
        text = call_text(name, found)
        shown = f"{module.replace('jax.numpy', 'jnp')}.{short}"
        for call in calls[:: -(-len(calls) // most)] if calls else ():
            code = _code(text, shown, {**FIXED, **call.nodes})
            yield Case(group, code, tuple(dtype.removeprefix("weak ") for dtype in call.actual))


def _code(text: str, function: str, nodes: dict[str, str]) -> str:
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "f":
            node.id = function
        elif isinstance(node, ast.Name) and node.id in nodes:
            node.id = variable(nodes[node.id])
    return ast.unparse(tree)
