"""Functions of the program: their creation, the binding of arguments to parameters, and their calls."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from .call import Call
from .definitions import Definition, FunctionNode
from .escapes import ESCAPED
from .flows import CallRecord, FunctionFlow
from .heap import HeapObject, joined_heaps
from .modes import note_decorating_mode
from .origins import default_of_parameter
from .places import place_of
from .run import DEEPEST_CALL, MOST_RECURSIONS, Run
from .shape_findings import axes_of_call, call_annotated
from .slots import check_leak
from .values import (
    ANY_INT,
    BOTTOM,
    NONE,
    Dtype,
    Function,
    Items,
    Site,
    Tuple,
    Value,
    constant_of,
    join,
    joined,
    of_constant,
)


def make_function(run: Run, node: FunctionNode) -> Value:
    """The function that a ``def`` or ``lambda`` makes. Its defaults are evaluated now."""
    definition = run.definition(node)
    defaults = [
        (parameter.arg, default_value(run, parameter.arg, default))
        for parameter, default in definition.parameters
        if default is not None
    ]
    if run.heap is None:
        return BOTTOM
    frame = run.object(run.frame)
    cls: Site | None = run.frame if frame.kind == "class" else None
    version: int | None = 0
    if frame.kind == "frame":
        if not frame.is_captured:
            run.live.writable(run.frame, is_narrowing=True).is_captured = True
        version = _next_version(run, definition)
    return (Function(definition, run.frame, tuple(defaults), cls, version),)


def _next_version(run: Run, definition: Definition) -> int | None:
    """The number of the functions that this frame has made of a definition before; None if unknown."""
    key = ("made", id(definition))
    old = run.object(run.frame).fields.get(key)
    if old is None:
        run.write(run.frame, key, of_constant(0))
        return 0
    number = constant_of(old)
    if not isinstance(number, int) or number >= MOST_VERSIONS:
        return None
    new = ANY_INT if run.fixpoint or number + 1 == MOST_VERSIONS else of_constant(number + 1)
    run.write(run.frame, key, new)
    return None if new == ANY_INT else number + 1


def default_value(run: Run, name: str, node: ast.expr) -> Value:
    """The value of a default parameter. A dtype in it is one that the caller did not choose."""
    value = run.evaluate(node)
    if not any(isinstance(item, Dtype) and item.origins is None for item in value):
        return value
    origins = default_of_parameter(place_of(node, run.source.path), name)
    return tuple(
        replace(item, origins=origins) if isinstance(item, Dtype) and item.origins is None else item for item in value
    )


def decorated(run: Run, function: Value, decorators: list[ast.expr]) -> Value:
    """A function behind its decorators."""
    values = [run.evaluate(decorator) for decorator in decorators]
    for value, decorator in zip(reversed(values), reversed(decorators), strict=True):
        if run.heap is None:
            return BOTTOM
        run.node = decorator
        note_decorating_mode(run, value, function)
        function = run.call(value, [function], node=decorator)
    return function


MOST_VERSIONS = 8
"""The most functions of one definition in a frame that are told apart."""


class BindingError(Exception):
    """The arguments of a call do not fit the parameters: Python raises a TypeError."""


def bind(run: Run, function: Function, call: Call) -> dict[str, Value]:
    """The values of a function's parameters.

    Raises:
        BindingError: Python rejects the call.
    """
    definition, parameters = function.definition, function.definition.node.args
    names = definition.names
    positional = call.arguments
    bound: dict[str, Value] = dict(zip(names, positional, strict=False))
    extra = positional[len(names) :]
    keywords = dict(call.keywords)
    positional_only = {each.arg for each in parameters.posonlyargs}
    for name in (*names, *definition.keyword_only):
        if name in keywords and name not in positional_only:
            if name in bound:
                raise BindingError(f"{definition.name} gets two values for {name}")
            bound[name] = keywords.pop(name)
    defaults = dict(function.defaults)
    for name in (*names, *definition.keyword_only):
        if name in bound:
            continue
        possible = BOTTOM
        if call.star and name in names:
            possible = join(possible, call.star)
        if call.double_star:
            possible = join(possible, call.double_star)
        if name in defaults:
            possible = join(possible, defaults[name])
        if not possible:
            raise BindingError(f"{definition.name} gets no value for {name}")
        bound[name] = possible
    if parameters.vararg is not None:
        if call.star:
            bound[parameters.vararg.arg] = (Items(join(joined(extra), call.star), "tuple"),)
        else:
            bound[parameters.vararg.arg] = (Tuple(tuple(extra)),)
    elif extra:
        raise BindingError(f"{definition.name} gets too many arguments")
    if parameters.kwarg is not None:
        site: Site = ("kwargs", id(definition), id(call.node), call.label, run.context)
        run.live.add(site, HeapObject("dict", dict(keywords), call.double_star))
        from .values import ANY_STR, Object

        if call.double_star:
            run.live.writable(site).keys = ANY_STR
        bound[parameters.kwarg.arg] = (Object(site),)
    elif keywords:
        raise BindingError(f"{definition.name} has no parameter {next(iter(keywords))}")
    return bound


def call_function(run: Run, function: Function, call: Call) -> Value:
    """The value that a function of the program returns, from the memo if it was called like this before."""
    if not function.definition.is_coroutine:
        run.records.was_reached.add(id(function.definition))
    caller = run.stack[-1].definition if run.stack else run.source.path
    run.records.calls.setdefault(caller, set()).add(function.definition)

    def evaluate(fitting: Call) -> Value:
        return run.memo.call(run, function, fitting, lambda: evaluate_function(run, function, fitting))

    return call_annotated(run, function, call, evaluate)


def evaluate_function(run: Run, function: Function, call: Call) -> Value:
    """The value that a function of the program returns."""
    definition = function.definition
    try:
        bound = bind(run, function, call)
    except BindingError:
        return BOTTOM
    if definition.is_only_declared:
        return _overridden(run, function, bound)
    outer = [record for record in run.stack if record.definition is definition]
    is_escaped = call.label == ESCAPED
    if (len(outer) >= MOST_RECURSIONS or len(run.stack) >= DEEPEST_CALL) and not is_escaped:
        level = outer[0].level if len(run.stack) < DEEPEST_CALL else 0
        return _cut_recursion(run, function, bound, "calls itself more often than is followed", level)
    same = _outer_call_with(run, function, bound, outer) if outer else None
    if same is not None and not is_escaped:
        return _cut_recursion(run, function, bound, "calls itself", same.level)
    context = run.child_context((id(call.node), id(definition), call.label))
    site: Site = ("frame", id(definition), context)
    old = run.live.peek(site)
    frame = HeapObject("frame", dict(bound), cls=function.frame)
    if old is not None and run.fixpoint:
        frame.is_summary, frame.is_captured = True, old.is_captured
        for name, value in old.fields.items():
            frame.fields[name] = join(value, frame.fields.get(name, BOTTOM)) if isinstance(name, str) else value
    elif old is not None:
        site = run.further_site(site)
    frame.fields[("function",)] = (function,)
    run.live.add(site, frame)
    if definition.is_generator and not is_escaped and run.block_at_yield is None:
        from .generators import make_generator

        return make_generator(run, function, site)
    if definition.is_coroutine and not is_escaped:
        from .coroutines import make_coroutine

        return make_coroutine(run, function, site, call.node)
    flow = FunctionFlow(run.uncertainty, len(run.live.log))
    if not (definition.is_generator or definition.is_async):
        flow.axes = axes_of_call(run, function, bound, is_open=isinstance(call.node, ast.Pass))
    if definition.is_generator:
        flow.block_at_yield, run.block_at_yield = run.block_at_yield, None
    source = run.models.get(("source", definition.path), run.source)
    run.stack.append(CallRecord(definition, call.node, run.source.path, run.memo.level))
    with run.entering(site, source, flow, context):
        run.execute(definition.body)
        check_leak(run, definition, flow)
        if run.policy is not None and run.records.is_on:
            run.policy.on_return(run, definition, flow)
    run.stack.pop()
    value = flow.value
    if run.heap is not None:
        value = join(value, NONE)
        run.heap = joined_heaps(flow.heap, run.heap, flow.since)
    else:
        run.heap = flow.heap
    if run.heap is not None:
        left = run.heap.peek(site)
        if left is not None and not left.is_captured:
            run.heap.free(site)
    if definition.is_generator:
        if run.heap is None:
            return BOTTOM
        return (Items(joined(flow.yields)),)
    return value if run.heap is not None else BOTTOM


def _overridden(run: Run, function: Function, bound: dict[str, Value]) -> Value:
    """The value that an abstract method declares. All that the method of a derived class may change is unknown."""
    from .declared import declared_value

    definition = function.definition
    cause = f"{definition.name} is abstract"
    for value in bound.values():
        run.escape(value, cause)
    annotation = getattr(definition.node, "returns", None)
    if annotation is None or definition.is_async:
        return run.unknown(cause)
    source = run.models.get(("source", definition.path), run.source)
    with run.entering(function.frame, source, None, run.child_context(("declared", id(definition)))):
        return declared_value(run, annotation, definition.name)


def _cut_recursion(run: Run, function: Function, bound: dict[str, Value], reason: str, level: int) -> Value:
    """The value of a recursive call that is not followed. Everything that the call may change is unknown.

    The calls between the outer call for which it is cut, which has a level in the memo, and this one depend on it.
    """
    cause = f"{function.definition.name} {reason}"
    run.memo.spoil(level)
    for value in bound.values():
        run.escape(value, cause)
    run.escape((function,), cause)
    return run.unknown(cause)


def _outer_call_with(
    run: Run, function: Function, bound: dict[str, Value], outer: list[CallRecord]
) -> CallRecord | None:
    """The outer call that has the arguments and the enclosing frame of a recursive call, which would never end.

    Returns: None if there is none.
    """
    key = (function.frame, *bound.items())
    calls: list[Any] = run.models.setdefault(("arguments", id(outer[0].definition)), [])
    del calls[len(outer) - 1 :]
    if key in calls:
        return outer[calls.index(key) + 1]
    calls.append(key)
    return None


def yielded(run: Run, node: ast.expr, value: Value) -> Value:
    """``yield value``. What is sent to a generator that is not resumed is unknown."""
    flow = run.flow
    if flow is None or run.heap is None:
        return NONE
    if flow.pauses is not None:
        from .generators import pause

        pause(run, node, value)
        return BOTTOM
    flow.yields.append(value)
    if flow.block_at_yield is not None:
        flow.block_at_yield(value)
    else:
        run.escape(value, "a generator yields it")
    return run.unknown("what is sent to a generator")
