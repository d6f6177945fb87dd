"""Functions that an assumed call returns: they get assumed inputs, too.

A factory returns closures, which nothing in its own repository calls. Two closures that are returned together may
belong together, as ``init`` and ``update`` of an optimizer do: what the one returns is the state that the other gets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .assumed_inputs import assume_arguments
from .coroutines import finished
from .declared import declared_arguments
from .definitions import nodes_outside_of_functions
from .libraries.transformations import to_arrays
from .values import BOTTOM, Function, Object, Tuple, Value, is_unknown, only

if TYPE_CHECKING:
    from .assumptions import Assumptions
    from .definitions import Definition
    from .kind_evidence import Kind
    from .run import Run

TREE_NAMES: Final = frozenset(("params", "parameters", "updates", "grads", "gradients", "weights"))
"""The names of trees of floats."""
STATE_NAMES: Final = frozenset(("state", "opt_state", "optimizer_state"))
"""The names of a parameter that gets what the function ``init`` returns."""
DEEPEST = 2
"""How many functions that return each other are followed."""


class Member(NamedTuple):
    """A function in the result of a call.

    Attributes:
        name: the field of the named tuple that holds it; its own name otherwise.
        function: the function.
    """

    name: str
    function: Function


def is_factory(definition: Definition) -> bool:
    """Whether a function returns functions that it defines, alone or in a call or tuple of several values."""
    inner = {
        node.name for node in nodes_outside_of_functions(definition.body) if isinstance(node, ast.FunctionDef)
    }  # fmt: skip
    return any(
        isinstance(each, ast.Lambda) or (isinstance(each, ast.Name) and each.id in inner)
        for value in definition.returned
        for each in _parts(value)
    )


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """The values that an expression puts together: its own, the items of a tuple, or the arguments of a call."""
    yield node
    if isinstance(node, ast.Tuple):
        yield from node.elts
    elif isinstance(node, ast.Call):
        yield from node.args
        yield from (each.value for each in node.keywords)


def call_results(run: Run, result: Value, assumptions: Assumptions, depth: int = 0) -> bool:
    """Call the functions in a result with assumed inputs. Whether one of them has such an input."""
    if depth == DEEPEST or run.heap is None:
        return False
    was_called = False
    for members in (_members(run, item) for item in result):
        trees = {name for one in members for name in _trees(one.function.definition)}
        results: list[tuple[Member, Value]] = []
        for member in members:
            if run.heap is None:
                break
            value = _call(run, member, results, trees, assumptions)
            if value is not None:
                was_called = True
                results.append((member, value))
                call_results(run, value, assumptions, depth + 1)
    return was_called


def _members(run: Run, item: Any) -> list[Member]:
    """The functions of the program in a value that are defined inside of other functions."""
    fields = [("", (item,))]
    if isinstance(item, Tuple):
        names = [*run.classes[item.cls].fields(run)] if item.cls is not None else [""] * len(item.items)
        fields = [*zip(map(str, names), item.items, strict=False)]
    found = []
    for name, value in fields:
        function = only(value, Function)
        frame = run.live.get(function.frame) if function is not None else None
        if function is None or frame is None or frame.kind != "frame":
            continue
        if function.definition.path in run.program_files and not function.definition.is_generator:
            found.append(Member(name or function.definition.name, function))
    return found


def _call(
    run: Run, member: Member, results: list[tuple[Member, Value]], trees: set[str], assumptions: Assumptions
) -> Value | None:
    """The result of one function with assumed inputs; None if it has no such input."""
    function = member.function
    definition = function.definition
    if definition.node.args.posonlyargs:
        return None
    source = run.models.get(("source", definition.path), run.source)
    with run.entering(function.frame, source, None, run.child_context(("result", member.name))):
        arguments = declared_arguments(run, function)
    extra: dict[str, Kind] = dict.fromkeys(trees, "float")
    is_assumed = assume_arguments(run, definition, arguments, assumptions, extra)
    for name, value in arguments.items():
        state = _state_for(run, name, value, results)
        if state is not None:
            arguments[name] = to_arrays(run, state, ("state", name))
            is_assumed = True
    if not is_assumed:
        return None
    lost = run.unknown(f"an argument of {definition.name}, which is never called")
    parameters = definition.node.args
    positional = [arguments.pop(name) for name in definition.names] if parameters.vararg is not None else []
    star = lost if parameters.vararg is not None else BOTTOM
    double_star = lost if parameters.kwarg is not None else BOTTOM
    return finished(run, run.call((function,), positional, arguments, node=ast.Pass(), star=star,
                                  double_star=double_star, label=("result", member.name)))  # fmt: skip


def _trees(definition: Definition) -> set[str]:
    """The parameters of a function that it passes to functions of trees: ``jax.tree.map(f, params)``."""
    names = TREE_NAMES.intersection((*definition.names, *definition.keyword_only))
    return {
        each.id
        for node in (one for statement in definition.body for one in ast.walk(statement))
        if isinstance(node, ast.Call) and "tree" in ast.unparse(node.func)
        for each in node.args
        if isinstance(each, ast.Name) and each.id in names
    }


def _state_for(run: Run, name: str, value: Value, results: list[tuple[Member, Value]]) -> Value | None:
    """The earlier result that a parameter gets: by the class of its annotation, or by its name. None if there is none.

    Args:
        run: the run.
        name: the parameter.
        value: its value by its annotation.
        results: the results of the functions before.
    """
    declared = _class_of(run, value)
    for member, result in results:
        made = _class_of(run, result)
        if declared is not None and declared == made:
            return result
        is_open = is_unknown(value) and not is_unknown(result)
        if is_open and name in STATE_NAMES and member.name.removesuffix("_fn") == "init":
            return result
    return None


def _class_of(run: Run, value: Value) -> object:
    """The class of an instance or a named tuple; None for other values."""
    item = only(value)
    if isinstance(item, Tuple):
        return item.cls
    if isinstance(item, Object):
        target = run.live.get(item.site)
        return target.cls if target is not None and target.kind == "instance" else None
    return None


__all__ = ["call_results", "is_factory"]
