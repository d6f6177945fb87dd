"""Tells whether code asks at run time if x64 is on: ``if jax.config.x64_enabled``, or ``skipif`` around a test.

A 64-bit dtype in such code is meant for the case that x64 is on.
"""

from __future__ import annotations

from mypy.nodes import Argument, ConditionalExpr, Context, Decorator, FuncDef, IfStmt, MemberExpr, Node, StrExpr
from mypy.plugin import CheckerPluginInterface

from ..mypy_compat.modules import current_file
from ..syntax_tree import children, nodes_around

OPTION = "jax_enable_x64"
"""The name of the option, which `jax.config.read` takes, and which is an attribute of `jax.config`."""
ATTRIBUTES = (OPTION, "x64_enabled")


def asks_for_x64(api: CheckerPluginInterface, place: Context) -> bool:
    """Whether the function around a place, its decorators, or a condition around the place reads the option."""
    return any(_reads(part) for node in nodes_around(current_file(api), place) for part in _deciding(node))


def _deciding(node: Node | Argument) -> list[Node]:
    """The parts of a node that may decide whether code in the node runs."""
    match node:
        case IfStmt(expr=conditions):
            return [*conditions]
        case ConditionalExpr(cond=condition):
            return [condition]
        case Decorator(decorators=decorators):
            return [*decorators]
        case FuncDef(body=body):
            return [body]
    return []


def _reads(node: Node | Argument) -> bool:
    pending: list[Node | Argument] = [node]
    while pending:
        current = pending.pop()
        match current:
            case MemberExpr(name=name) if name in ATTRIBUTES:
                return True
            case StrExpr(value=value) if value == OPTION:
                return True
        pending += children(current)
    return False
