"""``operator``: operators, items and attributes as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..attributes import get_attribute
from ..call import Call
from ..comparisons import compare
from ..operators import augmented, binary, negation, unary
from ..subscripts import get_item
from ..values import ABSENT, ANY_INT, NONE, Number, Transformed, Tuple, Value, constant_of, only
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

BINARY_FUNCTIONS = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "truediv", "floordiv": "floordiv", "mod": "mod", "pow": "pow",
    "matmul": "matmul", "and_": "and", "or_": "or", "xor": "xor", "lshift": "lshift", "rshift": "rshift", "eq": "eq",
    "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "concat": "add",
}  # fmt: skip
IN_PLACE_FUNCTIONS = {"iconcat": "add"} | {
    f"i{name}": name
    for name in (
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "matmul",
        "and",
        "or",
        "xor",
        "lshift",
        "rshift",
    )
}


@model(*(f"operator.{name}" for name in IN_PLACE_FUNCTIONS))
def _operator_in_place(run: Run, call: Call) -> Value:
    return augmented(run, IN_PLACE_FUNCTIONS[call.short_name], call.get(0, "a"), call.get(1, "b"), call.node)


@model(*(f"operator.{name}" for name in BINARY_FUNCTIONS))
def _operator(run: Run, call: Call) -> Value:
    left, right = call.get(0, "a"), call.get(1, "b")
    return binary(run, BINARY_FUNCTIONS[call.short_name], left, right, call.node)


@model("operator.neg", "operator.pos", "operator.invert", "operator.inv")
def _unary_operator(run: Run, call: Call) -> Value:
    return unary(run, "invert" if call.short_name == "inv" else call.short_name, call.get(0, "a"), call.node)


@model("operator.not_")
def _not(run: Run, call: Call) -> Value:
    return negation(run, call.get(0, "a"))


@model("operator.is_", "operator.is_not", "operator.contains")
def _identity_operator(run: Run, call: Call) -> Value:
    import ast

    left, right = call.get(0, "a"), call.get(1, "b")
    if call.short_name == "contains":
        return compare(run, ast.In(), right, left, call.node)
    return compare(run, ast.Is() if call.short_name == "is_" else ast.IsNot(), left, right, call.node)


@model("operator.getitem")
def _getitem(run: Run, call: Call) -> Value:
    return get_item(run, call.get(0, "a"), call.get(1, "b"), call.node)


@model("operator.setitem", "operator.delitem")
def _setitem(run: Run, call: Call) -> Value:
    from ..subscripts import delete_item, set_item

    if call.short_name == "setitem":
        set_item(run, call.get(0, "a"), call.get(1, "b"), call.get(2, "c"), call.node)
    else:
        delete_item(run, call.get(0, "a"), call.get(1, "b"), call.node)
    return NONE


@model("operator.index")
def _index(run: Run, call: Call) -> Value:
    value = call.get(0, "a")
    number = only(value, Number)
    return value if number is not None and number.kind == "int" else ANY_INT


@model("operator.itemgetter", "operator.attrgetter", "operator.methodcaller")
def _getter(run: Run, call: Call) -> Value:
    return (Transformed(call.short_name, (Tuple(tuple(call.arguments)),), tuple(call.keywords.items())),)


def call_getter(run: Run, item: Transformed, call: Call) -> Value:
    """Call ``itemgetter(...)``, ``attrgetter(...)`` or ``methodcaller(...)``."""
    names = item.function[0].items
    owner = call.get(0, "obj")
    if item.kind == "methodcaller":
        name = constant_of(names[0]) if names else ABSENT
        if not isinstance(name, str):
            method = run.unknown("operator.methodcaller calls a method of unknown name")
            return run.call(method, [owner, *names[1:]], dict(item.options), node=call.node)
        return run.call(get_attribute(run, owner, name), list(names[1:]), dict(item.options), node=call.node)
    results = []
    for name in names:
        if item.kind == "itemgetter":
            results.append(get_item(run, owner, name, call.node))
        else:
            value = owner
            for part in str(constant_of(name)).split("."):
                value = get_attribute(run, value, part)
            results.append(value)
    return results[0] if len(results) == 1 else (Tuple(tuple(results)),)
