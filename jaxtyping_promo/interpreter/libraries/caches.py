"""``functools.lru_cache`` and ``functools.cache``: a call with the arguments of an earlier call returns its result."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from ..call import Call
from ..heap import HeapObject
from ..subscripts import key_of
from ..values import BOTTOM, External, Function, Partial, Transformed, Value, each, join
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("functools.lru_cache", "functools.cache")
def _cache(run: Run, call: Call) -> Value:
    """The decorator, with or without arguments."""
    function = call.get(0, "user_function")
    if function and all(isinstance(item, (Function, Transformed, Partial)) for item in function):
        return each(function, lambda item: (Transformed("cached", (item,)),))
    return (External("functools.cache"),)


def call_cached(run: Run, item: Transformed, call: Call) -> Value:
    """Call a cached function, or take the result of an earlier call from the cache."""
    site = cache_of(item)
    if run.live.get(site) is None:
        run.live.add(site, HeapObject("cache"))
    cache = run.live[site]
    key = _key(run, call)
    if key is not None and key in cache.fields and not run.fixpoint:
        return cache.fields[key]

    def compute() -> Value:
        return run.call(item.function, call.arguments, call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=("cached", call.label))  # fmt: skip

    earlier = cache.everything() if key is None else join(cache.fields.get(key, BOTTOM), cache.rest)
    result = run.branch(compute, lambda: earlier) if earlier else compute()
    if run.heap is None:
        return BOTTOM
    if key is None:
        run.live.write_anywhere(site, result)
    else:
        run.write(site, key, result)
    return result


def cache_of(item: Transformed) -> tuple[Hashable, ...]:
    """The site of the results of a cached function."""
    return ("cache", item)


def _key(run: Run, call: Call) -> Hashable | None:
    """The arguments of a call, if each of them is known and compared by value or identity."""
    if not call.is_exact:
        return None
    keys = [key_of(run, value) for value in (*call.arguments, *call.keywords.values())]
    return None if None in keys else (tuple(call.keywords), *((type(key), key) for key in keys))
