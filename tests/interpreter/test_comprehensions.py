"""Comprehensions and generator expressions: their scopes, conditions and walruses."""

from __future__ import annotations

import jax.numpy as jnp
import pytest
from abstract import covers, reveals, same

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings

PROGRAMS = {
    "the four kinds": """
        xs = [1, 2, 3]
        reveal_type([x * 2 for x in xs if x != 2])
        reveal_type({x % 2 for x in xs})
        reveal_type({f"k{x}": x for x in xs})
        reveal_type(list(x for x in xs))
    """,
    "several loops, and targets": """
        reveal_type([(i, j) for i in range(3) for j in range(i)])
        reveal_type([a + b for a, b in zip("ab", "cd")])
        reveal_type({k: [v] for k, v in {"a": 1}.items()})
        reveal_type([[x for x in row if x] for row in [(0, 1), (2,)]])
    """,
    "the variable is local": """
        x = "outer"
        ys = [x for x in range(2)]
        reveal_type(x)
    """,
    "the first iterable belongs to the enclosing scope": """
        x = [1, 2]
        reveal_type([x for x in x])
        def f(n):
            return [n + m for m in range(n)]

        reveal_type(f(2))
    """,
    "a walrus belongs to the enclosing function": """
        def f(xs):
            ys = [last := x for x in xs]
            return ys, last

        reveal_type(f([1, "a"]))
        if (n := len("abc")) > 2:
            reveal_type(n)
    """,
    "lambdas in a comprehension": """
        fs = [lambda y: (x, y) for x in range(2)]
        reveal_type([f("y") for f in fs])
    """,
    "any, all, sum, max, sorted": """
        xs = [3, 1, 2]
        reveal_type((any(x > 2 for x in xs), all(x > 2 for x in xs)))
        reveal_type(sum(x * x for x in xs))
        reveal_type((max(xs), min(x for x in xs), sorted(xs)))
    """,
    "layers": """
        import jax
        import jax.numpy as jnp

        keys = jax.random.split(jax.random.key(0), 2)
        layers = [{"w": jax.random.normal(k, (2, 2), d)} for k, d in zip(keys, (jnp.bfloat16, jnp.float32))]
        reveal_type(layers)
        x = jnp.ones(2, jnp.bfloat16)
        for layer in layers:
            x = x @ layer["w"]
        reveal_type(x)
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program):
    same(program)


COVERED = {
    "asynchronous comprehensions": """
        import asyncio

        async def numbers():
            yield 1
            yield 2

        async def main():
            return [x async for x in numbers()]

        reveal_type(asyncio.run(main()))
    """,
    "a generator expression reads variables late": """
        x = 1
        g = (x for _ in range(2))
        x = "a"
        reveal_type(list(g)[0])
    """,
    "a generator expression is read once": """
        g = (x for x in [1, 2])
        reveal_type(sum(g))
        reveal_type(sum(g))
    """,
    "a map that is read later": """
        xs = [1]
        m = map(str, xs)
        xs.append(2)
        reveal_type(len(list(m)))
    """,
}


@pytest.mark.parametrize("program", COVERED.values(), ids=COVERED)
def test_all_values_are_covered(program):
    covers(program)


def test_open_items_and_conditions():
    program = """
        import sys

        n = len(sys.argv)
        reveal_type([i for i in range(n)])
        reveal_type([x for x in (1, "a") if n])
        reveal_type({str(i): 1.5 for i in range(n)})
    """
    assert reveals(program) == ["list of int", "list of 'a' | 1", "dict of 1.5"]


LISTS = {
    "numbers": "[0.5] * n",
    "tuples of two kinds": "[(0, False)] * n",
    "lists in lists": "[[0.5] * n] * n",
    "tuples of a comprehension": "[(i, 0.5) for i in range(n)]",
    "complex numbers": "[[1j]] * n",
    "arrays in tuples": "[(jnp.int8(1), jnp.float16(2))] * n",
}


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_arrays_of_lists_of_unknown_length(listed):
    expected = eval(f"jnp.array({listed})", {"jnp": jnp, "n": 2}).dtype
    program = f"""
        import sys

        import jax.numpy as jnp

        n = len(sys.argv)
        reveal_type(jnp.array({listed}))
    """
    assert reveals(program) == [f"{expected}"]


EMPTY = {
    "a comprehension": "jnp.array([i for i in lost])",
    "its elements": "jnp.array([f(i) for i in range(int(jnp.ones(3).sum()))])",
    "a loop": "jnp.array(gathered())",
}


@pytest.mark.parametrize("array", EMPTY.values(), ids=EMPTY)
def test_what_has_no_value_is_no_empty_list(tmp_path, array):
    """An array of an empty list is float32, and no index."""
    path = tmp_path / "p.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "lost = jnp.ones(3) << jnp.ones(3)\n"
        "def f(i):\n    return lost[i]\n"
        "def gathered():\n    found = []\n    for i in lost:\n        found.append(i)\n    return found\n"
        f"jnp.ones(3)[{array}]\n"
    )
    run = Program([path]).interpret()
    found = findings(run, lambda _: True, lambda *_: "error")
    assert [(finding.place.line, finding.code.name) for finding in found] == [(2, "dtype-promotion")]
