"""Generators and other iterators: their code runs when they are asked for an item."""

from __future__ import annotations

import pytest
from abstract import covers, same

STATE = """
import itertools
import jax.numpy as jnp
half, wide, full = (jnp.ones(3, dtype) for dtype in (jnp.bfloat16, jnp.float16, jnp.float32))
state = {"x": half}
log = []
"""
KNOWN = {
    "a generator reads the state at next": """
        def items():
            yield state["x"]

        made = items()
        state["x"] = wide
        reveal_type(next(made))
    """,
    "a generator changes the state at next": """
        def items():
            state["x"] = wide
            yield 1
            state["x"] = full
            yield 2

        made = items()
        reveal_type(state["x"])
        next(made)
        reveal_type(state["x"])
        next(made)
        reveal_type(state["x"])
        reveal_type(next(made, None))
    """,
    "a loop and its generator take turns": """
        def items():
            for i in range(3):
                yield state["x"], i

        for x, i in items():
            reveal_type((x, i))
            state["x"] = wide if i else full
    """,
    "enumerate and zip take turns with the loop": """
        def items():
            while True:
                yield state["x"]

        for i, x in enumerate(items()):
            reveal_type((i, x))
            state["x"] = wide
            if i == 2:
                break
        for x, y in zip(items(), range(2)):
            state["x"] = full
            reveal_type((x, y))
    """,
    "map and filter are lazy": """
        made = map(lambda i: state["x"], range(2))
        kept = filter(lambda i: i in state, ["x", "y"])
        state["x"], state["y"] = wide, full
        reveal_type(list(made))
        reveal_type(list(kept))
        reveal_type(list(made))
    """,
    "a generator expression is lazy": """
        xs = [1, 2]
        made = (state["x"] for _ in xs)
        xs.append(3)
        state["x"] = full
        reveal_type(list(made))
    """,
    "zip is at its end": """
        pairs = zip([1, 2], [half, wide])
        reveal_type(next(pairs))
        reveal_type(list(pairs))
        x = full
        for _ in pairs:
            x = half
        reveal_type(x)
    """,
    "a list that grows while its iterator waits": """
        xs = [half]
        made = iter(xs)
        xs.append(wide)
        reveal_type(next(made))
        reveal_type(next(made))
        reveal_type(next(made, "end"))
        xs.append(full)
        reveal_type(next(made, "end"))
    """,
    "a view of a dict": """
        values, items = state.values(), state.items()
        state["x"], state["y"] = wide, full
        reveal_type(list(values))
        reveal_type(list(items))
        reveal_type(len(values))

        def pairs(d):
            return d.items()

        view = pairs(state)
        state["x"] = full
        reveal_type(dict(view))
    """,
    "send, return and yield from": """
        def inner():
            total = half
            while True:
                sent = yield total
                if sent is None:
                    return total
                total = total + sent

        def outer():
            result = yield from inner()
            yield result
            return (yield 1)

        made = outer()
        reveal_type(next(made))
        reveal_type(made.send(full))
        reveal_type(made.send(None))
        reveal_type(next(made))
        reveal_type(next(made, "end"))
    """,
    "try, with and finally around a yield": """
        class Scope:
            def __enter__(self):
                state["x"] = wide
                return self

            def __exit__(self, *args):
                state["x"] = half

        def items():
            with Scope():
                yield state["x"]
                yield state["x"]
            try:
                yield state["x"]
            finally:
                state["x"] = full

        made = items()
        reveal_type(next(made))
        reveal_type(state["x"])
        reveal_type(next(made))
        reveal_type(next(made))
        reveal_type(next(made, None))
        reveal_type(state["x"])
    """,
    "itertools": """
        reveal_type(list(itertools.islice(itertools.count(2), 3)))
        reveal_type(list(itertools.chain([1], (2, half))))
        reveal_type(list(itertools.accumulate([1, 2, 3])))
        reveal_type([x for _, x in zip(range(3), itertools.cycle([half, wide]))])
        made = iter([1, 2, 3, 4])
        reveal_type(list(itertools.takewhile(lambda x: x < 2, made)))
        reveal_type(list(made))
        reveal_type(list(itertools.pairwise([1, half, wide])))
        reveal_type(list(itertools.chain.from_iterable([[1], [half]])))
    """,
    "any takes as many items as it needs": """
        made = iter([1, 2, 3])
        reveal_type(any(x > 1 for x in made))
        reveal_type(next(made))
    """,
    "two generators of one function": """
        def items(x):
            yield x
            yield x * full

        first, second = items(half), items(wide)
        reveal_type(next(first))
        reveal_type(next(second))
        reveal_type(next(second))
        reveal_type(next(first))
    """,
    "a generator in an attribute": """
        class Loader:
            def __init__(self, dtype):
                self.dtype = dtype
                self.batches = self.make()

            def make(self):
                while True:
                    yield jnp.zeros(2, self.dtype)

        loader = Loader(jnp.bfloat16)
        reveal_type(next(loader.batches))
        loader.dtype = jnp.float16
        reveal_type(next(loader.batches))
    """,
    "a recursive generator": """
        def leaves(tree):
            if isinstance(tree, dict):
                for value in tree.values():
                    yield from leaves(value)
            else:
                yield tree

        reveal_type(list(leaves({"a": half, "b": {"c": wide, "d": full}})))
    """,
    "a comprehension takes turns with a generator": """
        def items():
            for i in range(2):
                log.append(i)
                yield len(log)

        reveal_type([(x, log.append("a"), len(log)) for x in items()])
    """,
    "isinstance": """
        import collections.abc

        reveal_type(isinstance(state.items(), tuple))
        reveal_type(isinstance(zip(), tuple))
        reveal_type(isinstance(iter([]), collections.abc.Iterator))
    """,
}
COVERED = {
    "a generator in a loop of unknown length": """
        def items():
            x = half
            while True:
                yield x
                x = x + full

        made = items()
        x = None
        for _ in range(1000):
            x = next(made)
        reveal_type(x)
        reveal_type(next(made))
    """,
    "a generator of two paths": """
        import os

        def items():
            yield half
            yield wide
            yield full

        made = items()
        if os.getpid() > 0:
            next(made)
        reveal_type(next(made))
    """,
    "a yield in an expression": """
        def items():
            x = [(yield half), (yield wide)]
            state["x"] = full
            yield x

        made = items()
        reveal_type(next(made))
        reveal_type(next(made))
        next(made)
        reveal_type(state["x"])
    """,
    "a generator that unknown code reads": """
        import json

        def items():
            state["x"] = full
            yield 1

        made = items()
        try:
            json.dumps({}, default=made)
            list(made)
        finally:
            reveal_type(state["x"])
    """,
    "generators of a loop": """
        def items(x):
            yield x
            yield x + 1

        made = [items(jnp.ones(2, dtype)) for dtype in (jnp.bfloat16, jnp.float32)]
        for _ in range(2):
            for one in made:
                reveal_type(next(one))
    """,
    "a context manager in a generator": """
        import contextlib

        @contextlib.contextmanager
        def scope():
            state["x"] = wide
            yield
            state["x"] = full

        def items():
            with scope():
                yield state["x"]
                yield state["x"]

        reveal_type([x for x in items()])
        reveal_type(state["x"])
    """,
}


def program(text):
    from textwrap import dedent

    return STATE + dedent(text)


@pytest.mark.parametrize("text", KNOWN.values(), ids=KNOWN)
def test_known(text):
    same(program(text))


@pytest.mark.parametrize("text", COVERED.values(), ids=COVERED)
def test_covered(text):
    covers(program(text))
