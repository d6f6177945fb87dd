"""Functions that combine the values of all devices, such as ``jax.lax.psum``: a tree, with an array for each leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.jax_lax import NUMBERS
from ...rules.rule import Rule
from ..call import Call
from ..pytrees import map_trees
from ..values import BOTTOM, Array, Number, Value, only

if TYPE_CHECKING:
    from ..run import Run


def call_collective(run: Run, rule: Rule, name: str, call: Call) -> Value:
    """Call a function whose rule is ``tree of``."""
    from .jax_functions import bind, by_rule

    bound = bind(rule, name, call)
    if bound is None:
        return run.unknown(f"the arguments of {name} are not known") if not call.is_exact else BOTTOM
    parameter = rule.operands[0]

    def of_leaf(leaves: list[Value], index: int) -> Value:
        number = only(leaves[0], Number)
        if number is not None and number.kind in NUMBERS.get(name, {}):
            return (Number(NUMBERS[name][number.kind]),)
        if all(isinstance(item, Array) for item in leaves[0]):
            return by_rule(run, rule, name, {**bound, parameter: leaves[0]})
        return run.unknown(f"{name} of a number or of an array of NumPy")

    return map_trees(run, of_leaf, [bound[parameter]], label=(id(call.node), call.label))
