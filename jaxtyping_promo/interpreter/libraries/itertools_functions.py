"""``itertools``: the items of the result are known if those of the arguments are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..call import Call
from ..iteration import item_of, known_items
from ..operators import binary
from ..values import ANY_INT, NONE, Items, Tuple, Value, constant_of, join, joined, of_constant
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("itertools.chain", "itertools.chain.from_iterable")
def _chain(run: Run, call: Call) -> Value:
    parts = list(call.arguments)
    if call.name.endswith("from_iterable"):
        known = known_items(run, call.get(0, "iterable"))
        if known is None:
            return (Items(item_of(run, item_of(run, call.get(0, "iterable")))),)
        parts = known
    columns = [known_items(run, part) for part in parts]
    if call.star or any(column is None for column in columns):
        return (Items(joined(item_of(run, part) for part in (*parts, *((call.star,) if call.star else ())))),)
    return (Tuple(tuple(item for column in columns if column is not None for item in column)),)


@model("itertools.product")
def _product(run: Run, call: Call) -> Value:
    import itertools

    columns = [known_items(run, argument) for argument in call.arguments]
    repeat = constant_of(call.keywords.get("repeat", of_constant(1)))
    known = [column for column in columns if column is not None]
    if (
        len(known) == len(columns)
        and isinstance(repeat, int)
        and 0 <= repeat <= 8
        and math.prod(map(len, known)) ** repeat <= 128
    ):
        return (Tuple(tuple((Tuple(row),) for row in itertools.product(*known, repeat=repeat))),)
    items = tuple(item_of(run, argument) for argument in call.arguments)
    return (Items((Tuple(items * repeat if isinstance(repeat, int) and repeat <= 8 else items),)),)


@model("itertools.pairwise", "itertools.combinations", "itertools.permutations")
def _tuples(run: Run, call: Call) -> Value:
    import itertools

    items = known_items(run, call.get(0, "iterable"))
    count = 2 if call.short_name == "pairwise" else constant_of(call.get(1, "r", of_constant(2)))
    if items is not None and isinstance(count, int) and 0 <= count <= 12 and len(items) <= 12:
        rows = list(
            itertools.pairwise(items)
            if call.short_name == "pairwise"
            else getattr(itertools, call.short_name)(items, count)
        )
        if len(rows) <= 128:
            return (Tuple(tuple((Tuple(tuple(row)),) for row in rows)),)
    item = item_of(run, call.get(0, "iterable"))
    return (Items((Tuple((item,) * count) if isinstance(count, int) and count <= 12 else Items(item, "tuple"),)),)


@model("itertools.repeat")
def _repeat(run: Run, call: Call) -> Value:
    count = constant_of(call.get(1, "times"))
    value = call.get(0, "object")
    return (Tuple((value,) * count),) if isinstance(count, int) and count <= 128 else (Items(value),)


@model("itertools.count")
def _count(run: Run, call: Call) -> Value:
    return (Items(ANY_INT),)


@model("itertools.cycle", "itertools.islice", "itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse",
       "itertools.compress")  # fmt: skip
def _some_items(run: Run, call: Call) -> Value:
    position = 0 if call.short_name in ("cycle", "islice", "compress") else 1
    items = known_items(run, call.get(0, "iterable"))
    numbers = [constant_of(argument) for argument in call.arguments[1:]]
    are_bounds = 1 <= len(numbers) <= 3 and all(n is None or (isinstance(n, int) and n >= 0) for n in numbers)
    if call.short_name == "islice" and items is not None and are_bounds and numbers[2:] != [0]:
        return (Tuple(tuple(items[slice(*numbers)])),)
    return (Items(item_of(run, call.get(position, "iterable"))),)


@model("itertools.accumulate")
def _accumulate(run: Run, call: Call) -> Value:
    items = known_items(run, call.get(0, "iterable"))
    function = call.get(1, "func")
    if items is None or (not items):
        return run.unknown("accumulate over items that are not known")
    results = [items[0]]
    for index, item in enumerate(items[1:]):
        if function:
            results.append(run.call(function, [results[-1], item], {}, label=("accumulate", index)))
        else:
            results.append(binary(run, "add", results[-1], item, call.node))
    return (Tuple(tuple(results)),)


@model("itertools.starmap")
def _starmap(run: Run, call: Call) -> Value:
    function = call.get(0, "function")
    rows = known_items(run, call.get(1, "iterable"))
    if rows is not None:
        results = []
        for index, row in enumerate(rows):
            items = known_items(run, row)
            if items is None:
                results.append(run.call(function, [], {}, star=item_of(run, row), label=("starmap", index)))
            else:
                results.append(run.call(function, items, {}, label=("starmap", index)))
        return (Tuple(tuple(results)),)
    return run.unknown("starmap over items that are not known")


@model("itertools.zip_longest")
def _zip_longest(run: Run, call: Call) -> Value:
    fill = call.keywords.get("fillvalue", NONE)
    columns = [known_items(run, argument) for argument in call.arguments]
    known = [column for column in columns if column is not None]
    if len(known) == len(columns):
        longest = max(map(len, known), default=0)
        rows = [tuple(c[i] if i < len(c) else fill for c in known) for i in range(longest)]
        return (Tuple(tuple((Tuple(row),) for row in rows)),)
    return (Items((Tuple(tuple(join(item_of(run, argument), fill) for argument in call.arguments)),)),)
