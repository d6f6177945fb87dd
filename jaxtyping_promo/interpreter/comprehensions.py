"""Comprehensions: in a frame of their own, item by item where the items are known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from .assignments import assign
from .call import Call
from .conditions import truth
from .coroutines import async_iterable
from .definitions import Definition
from .heap import HeapObject
from .iteration import NO_VALUE, item_of, new_sequence, new_set, read_generator
from .iterators import each_step, is_iterator, is_read_at_once, make_iterator, note_reader
from .loops import repeat, unrolled_items
from .run import Run
from .subscripts import key_of
from .values import (
    BOTTOM,
    NONE,
    Function,
    Items,
    Site,
    Tuple,
    Value,
    join,
    joined,
)

Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def list_comprehension(run: Run, node: ast.ListComp) -> Value:
    """``[x for y in z]``."""
    items, item = _comprehended(run, node, lambda: run.evaluate(node.elt))
    run.node = node
    return BOTTOM if run.heap is None else new_sequence(run, items, item)


def set_comprehension(run: Run, node: ast.SetComp) -> Value:
    """``{x for y in z}``."""
    items, item = _comprehended(run, node, lambda: run.evaluate(node.elt))
    run.node = node
    if run.heap is None:
        return BOTTOM
    return new_sequence(run, None, item, "set") if items is None else new_set(run, items)


def generator_expression(run: Run, node: ast.GeneratorExp) -> Value:
    """``(x for y in z)``: a generator, whose items are computed here if they are read at once."""
    if not is_read_at_once(run, node, [], calls=True):
        return _make_generator(run, node)
    items, item = _comprehended(run, node, lambda: run.evaluate(node.elt))
    if run.heap is None:
        return BOTTOM
    return (Items(item),) if items is None else (Tuple(tuple(items)),)


def _make_generator(run: Run, node: ast.GeneratorExp) -> Value:
    """The generator of an expression, as of a function that loops over the first iterable."""
    from .functions import call_function

    first = run.evaluate(node.generators[0].iter)
    if run.heap is None:
        return BOTTOM
    first = make_iterator(run, first)
    definition: Definition | None = run.models.get(("generator expression", id(node)))
    if definition is None:
        definition = run.models["generator expression", id(node)] = _as_function(run, node)
    frame = run.object(run.frame)
    if frame.kind == "frame" and not frame.is_captured:
        run.live.writable(run.frame).is_captured = True
    return call_function(run, Function(definition, run.frame), Call([first], {}, node))


ITERABLE = ".0"
"""The name of the parameter of a generator expression's function, as Python has it."""


def _as_function(run: Run, node: ast.GeneratorExp) -> Definition:
    body: ast.stmt = ast.Expr(ast.Yield(node.elt))
    for number, generator in reversed([*enumerate(node.generators)]):
        for test in reversed(generator.ifs):
            body = ast.If(test, [body], [])
        iterable = generator.iter if number else ast.Name(ITERABLE, ast.Load())
        body = ast.For(generator.target, iterable, [body], [])
    parameters = ast.arguments([], [ast.arg(ITERABLE)], None, [], [], None, [])
    function = ast.FunctionDef("<genexpr>", parameters, [body], [])
    for each_node in ast.walk(function):
        if not hasattr(each_node, "lineno"):
            ast.copy_location(each_node, node)
    return run.definition(function)


def dict_comprehension(run: Run, node: ast.DictComp) -> Value:
    """``{k: v for y in z}``."""

    def pair() -> Value:
        key = run.evaluate(node.key)
        return (Tuple((key, run.evaluate(node.value))),)

    items, item = _comprehended(run, node, pair)
    run.node = node
    if run.heap is None:
        return BOTTOM
    fields: dict[object, Value] = {}
    rest: Value = BOTTOM
    keys: Value = BOTTOM
    for each_pair in items if items is not None else [item]:
        for one in each_pair:
            if not isinstance(one, Tuple):
                rest, keys = join(rest, each_pair), join(keys, each_pair)
                continue
            key, value = one.items
            constant = key_of(run, key) if items is not None and len(each_pair) == 1 else None
            if constant is None:
                rest, keys = join(rest, value), join(keys, key)
                fields = {name: join(field, value) for name, field in fields.items()}
            else:
                fields[constant] = value
    return run.allocate("dict", fields, rest, keys=keys)


def _comprehended(run: Run, node: Comprehension, element: Callable[[], Value]) -> tuple[list[Value] | None, Value]:
    """The items of a comprehension, or None and the join of its items."""
    note_reader(run, node.generators[0].iter, at_once=False)
    first = run.evaluate(node.generators[0].iter)
    if run.heap is None:
        return None, BOTTOM
    site: Site = ("comprehension", id(node), run.context)
    if run.live.peek(site) is not None:
        site = run.further_site(site)
    run.live.add(site, HeapObject("frame", {("comprehension",): NONE}, cls=run.frame))
    outer, run.frame = run.frame, site
    items: list[Value] = []
    exact = True

    def turn(position: int) -> None:
        nonlocal exact
        if run.heap is None:
            return
        if position == len(node.generators):
            items.append(element())
            return
        generator = node.generators[position]
        if position:
            note_reader(run, generator.iter, at_once=False)
        iterable = first if position == 0 else run.evaluate(generator.iter)
        if generator.is_async and run.heap is not None:
            iterable = async_iterable(run, iterable)
        if run.heap is None:
            return
        iterable = read_generator(run, iterable or run.unknown(NO_VALUE), is_stepped=True)
        if run.heap is None:
            return
        if is_iterator(run, iterable):

            def item_turn(item: Value) -> None:
                assign(run, generator.target, item)
                tested(generator, 0, position)

            exact = each_step(run, generator, iterable, item_turn) and exact
            return
        known = unrolled_items(run, iterable)
        if run.heap is None:
            return
        if known is None:
            exact = False
            item = item_of(run, iterable)

            def repeated() -> Value:
                assign(run, generator.target, item)
                tested(generator, 0, position)
                return BOTTOM

            if _has_names_only(generator.target):
                assign(run, generator.target, item)  # so that the first turn changes nothing
            repeat(run, repeated)
            return
        outer_unrolled = run.unrolled
        run.unrolled = max(run.unrolled, 1) * max(len(known), 1)
        for number, item in enumerate(known):
            with run.within((id(generator), number)):
                assign(run, generator.target, item)
                tested(generator, 0, position)
        run.unrolled = outer_unrolled

    def tested(generator: ast.comprehension, number: int, position: int) -> None:
        nonlocal exact
        if number == len(generator.ifs):
            turn(position + 1)
            return
        decided = truth(run, run.evaluate(generator.ifs[number]))
        if decided is False or run.heap is None:
            return
        if decided is None:
            exact = False

            def passing() -> Value:
                from .conditions import follow_condition

                def inside() -> Value:
                    tested(generator, number + 1, position)
                    return BOTTOM

                return follow_condition(run, generator.ifs[number], inside, lambda: BOTTOM)

            passing()
            return
        tested(generator, number + 1, position)

    turn(0)
    run.frame = outer
    if run.heap is not None:
        found = run.heap.get(site)
        if found is not None and not found.is_captured:
            run.heap.free(site)
    item = joined(items)
    return (items, item) if exact else (None, run.unknown(NO_VALUE) if items and not item else item)


def _has_names_only(target: ast.expr) -> bool:
    """Whether an assignment to a target changes nothing but variables of the comprehension."""
    return all(
        isinstance(each, (ast.Name, ast.Tuple, ast.List, ast.Starred, ast.expr_context)) for each in ast.walk(target)
    )
