"""Loops: turn by turn where the items are known, by a fixpoint otherwise."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

UNROLLED = {
    "over a list": """
        total = 0
        for x in [1, 2, 3]:
            total = total + x
            reveal_type(x)
        reveal_type(total)
    """,
    "over a range, enumerate and zip": """
        out = []
        for i in range(1, 6, 2):
            out.append(i)
        for i, x in enumerate("ab", start=1):
            out.append((i, x))
        for a, (b, *c) in zip([1, 2], [(3, 4, 5), (6, 7)]):
            out.append((a, b, c))
        reveal_type(out)
    """,
    "break, continue and else": """
        def first(xs, limit):
            for x in xs:
                if x < limit:
                    continue
                found = x
                break
            else:
                found = None
            return found

        reveal_type(first([1, 2, 3], 2))
        reveal_type(first([1, 2, 3], 5))
        reveal_type(first([], 5))
    """,
    "while with a decided condition": """
        n, steps = 10, 0
        while n > 1:
            n = n // 2
            steps += 1
        else:
            reveal_type("end")
        reveal_type((n, steps))
    """,
    "while true with a break": """
        n = 0
        while True:
            n += 1
            if n == 3:
                break
        reveal_type(n)
    """,
    "a return from a loop": """
        def find(d):
            for key, value in d.items():
                if value == 2:
                    return key
            return "none"

        reveal_type(find({"a": 1, "b": 2}))
        reveal_type(find({"a": 1}))
    """,
    "nested loops": """
        out = []
        for i in range(3):
            for j in range(i):
                if j == 1:
                    break
                out.append((i, j))
        reveal_type(out)
    """,
    "a dict that is filled": """
        params = {}
        for i, size in enumerate([4, 8]):
            params[f"layer{i}"] = size
        reveal_type(params)
    """,
    "the variable is visible behind the loop": """
        for i in range(3):
            pass
        reveal_type(i)
    """,
    "over items that a function yields": """
        def numbers():
            yield 1
            yield "a"

        out = []
        for x in numbers():
            out.append(x)
        reveal_type(out)
    """,
    "over an object whose iterator is a generator": """
        class Layers:
            def __init__(self, *layers):
                self.layers = list(layers)

            def __iter__(self):
                for layer in self.layers:
                    yield layer

        layers = Layers(1, "a")
        out = []
        for x in layers:
            out.append(x)
        reveal_type(out)
        reveal_type([(x, y) for x, y in zip(layers, range(2))])
        reveal_type(list(layers))
        reveal_type([x for i, x in enumerate(layers)])
    """,
}


@pytest.mark.parametrize("program", UNROLLED.values(), ids=UNROLLED)
def test_unrolled(program):
    same(program)


CHANGED = {
    "an object that grows while its generator is read": """
        class Layers:
            def __init__(self, *layers):
                self.layers = list(layers)

            def __iter__(self):
                for layer in self.layers:
                    yield layer

        layers = Layers(1, 2)
        for x in layers:
            if len(layers.layers) < 4:
                layers.layers.append("a")
            reveal_type(x)
    """,
    "a list that grows while it is iterated": """
        xs = [1, 2]
        for x in xs:
            if len(xs) < 4:
                xs.append("a")
            reveal_type(x)
    """,
    "a list that shrinks while it is iterated": """
        xs = [1, "a", 2.0]
        out = []
        for x in xs:
            out.append(x)
            xs.remove(x)
        reveal_type(out[0])
        reveal_type(len(out))
    """,
    "an enumerated list whose items are replaced": """
        xs = [1, 2]
        for i, x in enumerate(xs):
            xs[1] = "a"
            reveal_type(x)
    """,
    "a copy is not affected": """
        xs = [1, 2]
        for x in list(xs):
            xs.append("a")
            reveal_type(x)
    """,
    "many turns": """
        x = 0
        for i in range(1000):
            x = x + i if i < 500 else "a"
            reveal_type(i)
            if i > 500:
                break
        reveal_type(x)
    """,
}


@pytest.mark.parametrize("program", CHANGED.values(), ids=CHANGED)
def test_all_values_are_covered(program):
    covers(program)


FIXPOINT = {
    "the loop may not run": (
        """
        x = None
        for i in range(n):
            x = 1
        reveal_type(x)
        """,
        ["1 | None"],
    ),
    "values that change together": (
        """
        a, b = 1, "b"
        for i in range(n):
            a, b = b, a
        reveal_type(a)
        """,
        ["'b' | 1"],
    ),
    "a counter is an int of unknown value": (
        """
        count = 0
        for i in range(n):
            count += 1
        reveal_type(count)
        """,
        ["int"],
    ),
    "a list that is filled": (
        """
        xs = []
        for i in range(n):
            xs.append("a")
        reveal_type(xs)
        """,
        ["list of 'a'"],
    ),
    "one object for all turns": (
        """
        rows = []
        for i in range(n):
            rows.append([i])
        rows[0].append("a")
        reveal_type(rows[1])
        """,
        ["list of 'a' | int"],
    ),
    "break keeps its own state": (
        """
        x = 1
        for i in range(n):
            if n > 10:
                x = "broken"
                break
            x = 2
        else:
            reveal_type(x)
        reveal_type(x)
        """,
        ["1 | 2", "'broken' | 1 | 2"],
    ),
    "while true ends only by a break": (
        """
        x = 1
        while True:
            if n > 10:
                x = "end"
                break
            x = 2
        reveal_type(x)
        """,
        ["'end'"],
    ),
    "an array that is promoted in the loop": (
        """
        import jax.numpy as jnp

        x = jnp.zeros(3, jnp.bfloat16)
        for i in range(n):
            x = x + jnp.ones(3, jnp.float32)
            reveal_type(x)
        reveal_type(x)
        """,
        ["float32", "bfloat16 | float32"],
    ),
    "a structure that grows in every turn": (
        """
        x = 0
        for i in range(n):
            x = (x, i)
        reveal_type(x)
        """,
        ["?"],
    ),
}


@pytest.mark.parametrize(("program", "values"), FIXPOINT.values(), ids=FIXPOINT)
def test_fixpoint(program, values):
    from textwrap import dedent

    assert reveals("import sys\n\nn = len(sys.argv)\n" + dedent(program)) == values
