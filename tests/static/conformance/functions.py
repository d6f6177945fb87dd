"""The functions' cases: the calls by which the oracle asks JAX, with the dtypes that came out."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from oracles.functions import call_text, computed, covered
from oracles.functions import rule as rule_of

from .case import Case, variable

MOST = 80
"""Cases of one function: those with more have so many pairs of dtypes, and those of the operators are all there."""
OTHERS = {"bools": "bool_", "ints": "int32", "floats": "float32"}
"""What the oracle's calls name besides their operands."""
JAX = (0, 12)


def cases(names: tuple[str, ...] | None = None, most: int = MOST) -> Iterator[Case]:
    """The calls of functions that JAX takes, evenly chosen where there are many."""
    for name in names or covered():
        found = rule_of(name, JAX)
        assert found is not None
        text = call_text(name, found).partition(" @ ")[0]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            calls = computed(name, x64=False)
        step = -(-len(calls) // most)
        for call in calls[::step]:
            module = name.partition(".")[2].replace("numpy.", "jnp.") if name.startswith("jax.numpy.") else name
            code = _code(text, module, {**OTHERS, **call.nodes})
            group = f"`{name.rpartition('.')[0]}`"
            yield Case(group, code, tuple(dtype.removeprefix("weak ") for dtype in call.actual))


def _code(text: str, function: str, nodes: dict[str, str]) -> str:
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "f":
            node.id = function
        elif isinstance(node, ast.Name) and node.id in nodes:
            node.id = variable(nodes[node.id])
    return ast.unparse(tree)
