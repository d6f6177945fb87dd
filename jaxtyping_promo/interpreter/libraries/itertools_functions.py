"""``itertools``: the items of the result are known if those of the arguments are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..call import Call
from ..iteration import item_of, known_items
from ..iterators import lazy, make_iterator
from ..values import NONE, Items, Tuple, Value, constant_of, join, joined, of_constant
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model(*(f"itertools.{name}" for name in (
    "accumulate", "chain", "chain.from_iterable", "compress", "count", "cycle", "dropwhile", "filterfalse", "islice",
    "pairwise", "repeat", "starmap", "takewhile")))  # fmt: skip
def _lazy(run: Run, call: Call) -> Value:
    return lazy(run, call)


def made_iterator(run: Run, items: list[Value]) -> Value:
    """An iterator over items that are known."""
    return make_iterator(run, (Tuple(tuple(items)),))


@model("itertools.product")
def _product(run: Run, call: Call) -> Value:
    import itertools

    if not call.is_exact:  # ``product(*columns)``
        return (Items((Items(_item_of_any(run, call), "tuple"),)),)
    columns = [known_items(run, argument) for argument in call.arguments]
    repeat = constant_of(call.keywords.get("repeat", of_constant(1)))
    known = [column for column in columns if column is not None]
    if (
        len(known) == len(columns)
        and isinstance(repeat, int)
        and 0 <= repeat <= 8
        and math.prod(map(len, known)) ** repeat <= 128
    ):
        return made_iterator(run, [(Tuple(row),) for row in itertools.product(*known, repeat=repeat)])
    items = tuple(item_of(run, argument) for argument in call.arguments)
    return (Items((Tuple(items * repeat if isinstance(repeat, int) and repeat <= 8 else items),)),)


@model("itertools.combinations", "itertools.permutations")
def _tuples(run: Run, call: Call) -> Value:
    import itertools

    items = known_items(run, call.get(0, "iterable"))
    count = constant_of(call.get(1, "r", of_constant(2)))
    if items is not None and isinstance(count, int) and 0 <= count <= 12 and len(items) <= 12:
        rows = list(getattr(itertools, call.short_name)(items, count))
        if len(rows) <= 128:
            return made_iterator(run, [(Tuple(tuple(row)),) for row in rows])
    item = item_of(run, call.get(0, "iterable"))
    return (Items((Tuple((item,) * count) if isinstance(count, int) and count <= 12 else Items(item, "tuple"),)),)


@model("itertools.zip_longest")
def _zip_longest(run: Run, call: Call) -> Value:
    fill = call.keywords.get("fillvalue", NONE)
    if not call.is_exact:
        return (Items((Items(join(_item_of_any(run, call), fill), "tuple"),)),)
    columns = [known_items(run, argument) for argument in call.arguments]
    known = [column for column in columns if column is not None]
    if len(known) == len(columns):
        longest = max(map(len, known), default=0)
        rows = [tuple(c[i] if i < len(c) else fill for c in known) for i in range(longest)]
        return made_iterator(run, [(Tuple(row),) for row in rows])
    return (Items((Tuple(tuple(join(item_of(run, argument), fill) for argument in call.arguments)),)),)


def _item_of_any(run: Run, call: Call) -> Value:
    """An item of any of the iterables that a call passes, whose number is not known."""
    return joined([item_of(run, argument) for argument in (*call.arguments, call.star) if argument])
