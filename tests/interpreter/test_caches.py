"""Caches of ``functools``: a call with the arguments of an earlier one, and results that the cache drops."""

from __future__ import annotations

import pytest
from abstract import covers, same

HEAD = """
import functools
import jax.numpy as jnp

dtype = jnp.int8
"""
KNOWN = {
    "no limit": """
@functools.lru_cache(maxsize=None)
def one(n):
    return jnp.ones(n, dtype)

reveal_type(one(1))
dtype = jnp.uint8
one(2)
reveal_type(one(1))
reveal_type(one(2))
""",
    "a cache that is not full": """
@functools.lru_cache(maxsize=2)
def one(n):
    return jnp.ones(n, dtype)

one(1)
dtype = jnp.uint8
reveal_type(one(1))
reveal_type(one(2))
dtype = jnp.int16
reveal_type(one(1))
reveal_type(one(2))
""",
    "the last result stays": """
@functools.lru_cache(1)
def one(n):
    return jnp.ones(n, dtype)

one(1)
dtype = jnp.uint8
one(2)
dtype = jnp.int16
reveal_type(one(2))
""",
    "the default size": """
@functools.lru_cache
def one(n):
    return jnp.ones(n, dtype)

one(1)
dtype = jnp.uint8
one(2)
reveal_type(one(1))
""",
    "a cleared cache": """
@functools.cache
def one(n):
    return jnp.ones(n, dtype)

def clear():
    one.cache_clear()

one(1)
dtype = jnp.uint8
reveal_type(one(1))
clear()
reveal_type(one(1))
dtype = jnp.int16
reveal_type(one(1))
""",
    "a class": """
class Box:
    def __init__(self, n):
        self.x = jnp.ones(n, dtype)

box = functools.lru_cache(Box)
box(1)
dtype = jnp.uint8
reveal_type(box(1).x)
""",
}
OPEN = {
    "a small cache": """
@functools.lru_cache(maxsize=1)
def one(n):
    return jnp.ones(n, dtype)

reveal_type(one(1))
dtype = jnp.uint8
one(2)
reveal_type(one(1))
dtype = jnp.int16
reveal_type(one(2))
reveal_type(one(1))
""",
    "the least recently used result is dropped": """
@functools.lru_cache(maxsize=2)
def one(n):
    return jnp.ones(n, dtype)

one(1), one(2), one(1)
dtype = jnp.uint8
one(3)
dtype = jnp.int16
reveal_type(one(1))
reveal_type(one(3))
reveal_type(one(2))
""",
    "no size": """
@functools.lru_cache(maxsize=0)
def one(n):
    return jnp.ones(n, dtype)

one(1)
dtype = jnp.uint8
reveal_type(one(1))
""",
    "an unknown size": """
import os

@functools.lru_cache(maxsize=len(os.environ) * 0 + 1)
def one(n):
    return jnp.ones(n, dtype)

one(1)
dtype = jnp.uint8
one(2)
reveal_type(one(1))
""",
    "a loop fills it": """
@functools.lru_cache(maxsize=16)
def one(n):
    return jnp.ones(1, dtype)

one(1)
dtype = jnp.uint8
for number in range(300):
    one(number + 2)
reveal_type(one(1))
""",
    "a branch fills it": """
import os

@functools.lru_cache(maxsize=1)
def one(n):
    return jnp.ones(n, dtype)

one(1)
dtype = jnp.uint8
if os.environ:
    one(2)
else:
    one(3)
reveal_type(one(1))
dtype = jnp.int16
reveal_type(one(1))
reveal_type(one(2))
""",
    "equal numbers": """
@functools.cache
def one(n, m):
    return jnp.ones(1) * n if isinstance(n, float) else jnp.ones(1, jnp.int8) * n

one(2, 3)
reveal_type(one(2.0, 3))
""",
}


@pytest.mark.parametrize("program", KNOWN.values(), ids=KNOWN)
def test_results_that_stay(program):
    same(HEAD + program)


@pytest.mark.parametrize("program", OPEN.values(), ids=OPEN)
def test_results_that_may_be_dropped(program):
    covers(HEAD + program)
