"""``functools.lru_cache`` and ``functools.cache``: a call with the arguments of an earlier call returns its result.

A cache with a `maxsize` drops results. Which of them stay is not followed: once it may be full, all that it holds may
be gone, and a call joins the earlier result with a new one.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..call import Call
from ..heap import HeapObject
from ..subscripts import key_of
from ..values import (
    BOTTOM,
    NONE,
    BoundMethod,
    Class,
    External,
    Function,
    Partial,
    Transformed,
    Value,
    constant_of,
    each,
    join,
    of_constant,
)
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

DEFAULT_SIZE = 128
"""The `maxsize` of ``functools.lru_cache``."""
CACHED = (BoundMethod, Class, External, Function, Partial, Transformed)
"""The functions whose results are kept."""


class MaybeKept(NamedTuple):
    """The key of a result that the cache may have dropped."""

    key: Hashable


@model("functools.cache")
def _cache(run: Run, call: Call) -> Value:
    """The decorator without a limit."""
    return _cached(run, call.get(0, "user_function"), NONE)


@model("functools.lru_cache")
def _lru_cache(run: Run, call: Call) -> Value:
    """The decorator, with or without arguments."""
    function = call.get(0, "user_function")
    if function and all(isinstance(item, CACHED) for item in function):
        return _cached(run, function, of_constant(DEFAULT_SIZE))
    size = call.get(0, "maxsize", of_constant(DEFAULT_SIZE))
    return (Partial((External("functools.lru_cache()"),), (), (("maxsize", size),)),)


@model("functools.lru_cache()")
def _sized_cache(run: Run, call: Call) -> Value:
    """The decorator that ``functools.lru_cache(maxsize)`` returns."""
    return _cached(run, call.get(0, "user_function"), call.get(-1, "maxsize", of_constant(DEFAULT_SIZE)))


def _cached(run: Run, function: Value, size: Value) -> Value:
    if not function or not all(isinstance(item, CACHED) for item in function):
        run.escape(function, "an unknown function is cached")
        return run.unknown("an unknown function that is cached")
    return each(function, lambda item: (Transformed("cached", (item,), (("maxsize", size),)),))


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

    earlier = cache.everything() if key is None else join(_earlier(cache, key), cache.rest)
    result = run.branch(compute, lambda: earlier) if earlier else compute()
    if run.heap is None:
        return BOTTOM
    _store(run, site, key, result, constant_of(item.option("maxsize", NONE)))
    return result


def _earlier(cache: HeapObject, key: Any) -> Value:
    """The results of earlier calls with arguments that are equal, which the cache may hold."""
    plain = _without_types(key)
    found: Value = BOTTOM
    for other, value in cache.fields.items():
        kept: Any = other.key if isinstance(other, MaybeKept) else other
        if kept == key or _without_types(kept) == plain:
            found = join(found, value)
    return found


def _without_types(key: Any) -> Hashable:
    """A key by which ``2`` and ``2.0`` are the same, as they are for a cache that is not `typed`."""
    return (key[0], *(part for _, part in key[1:]))


def _store(run: Run, site: Hashable, key: Hashable, result: Value, size: Any) -> None:
    """Keep a result in a cache, which may drop others if it may be full.

    Args:
        run: the run.
        site: the site of the cache.
        key: the key; None if it is not known.
        result: the result.
        size: the most results that the cache keeps; None if any number, ABSENT if it is not known.
    """
    assert isinstance(site, tuple)
    cache = run.live[site]
    is_limited = size is not None
    is_full = is_limited and (not isinstance(size, int) or bool(cache.rest) or len(cache.fields) >= size)
    if is_full:
        fields: dict[Any, Value] = {}
        for other, value in cache.fields.items():
            kept = other if isinstance(other, MaybeKept) else MaybeKept(other)
            fields[kept] = join(fields.get(kept, BOTTOM), value)
        run.writable(site).fields = fields
    if key is None:
        run.live.write_anywhere(site, result)
        return
    stays = isinstance(size, int) and size > 0
    run.write(site, key if stays or not is_limited else MaybeKept(key), result)
    if stays or not is_limited:
        run.writable(site).fields.pop(MaybeKept(key), None)


def clear_cache(run: Run, item: Transformed) -> None:
    """``f.cache_clear()``."""
    site = cache_of(item)
    if run.live.get(site) is not None:
        run.live.add(site, HeapObject("cache"))


def cache_of(item: Transformed) -> tuple[Hashable, ...]:
    """The site of the results of a cached function."""
    return ("cache", item)


def _key(run: Run, call: Call) -> Hashable | None:
    """The arguments of a call, if each of them is known and compared by value or identity."""
    if not call.is_exact:
        return None
    keys = [key_of(run, value) for value in (*call.arguments, *call.keywords.values())]
    return None if None in keys else (tuple(call.keywords), *((type(key), key) for key in keys))
