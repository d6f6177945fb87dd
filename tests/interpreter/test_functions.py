"""Functions: the binding of arguments, closures, recursion, generators and coroutines."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

PROGRAMS = {
    "positional, keyword and default arguments": """
        def f(a, b=2, *, c=3):
            return a, b, c

        reveal_type(f(1))
        reveal_type(f(1, "b"))
        reveal_type(f(b=1, a=2, c="c"))
    """,
    "positional-only parameters and a keyword of the same name": """
        def f(a, /, b, **rest):
            return a, b, rest

        reveal_type(f(1, b=2, a=3))
    """,
    "*args and **kwargs are collected": """
        def f(a, *args, key=None, **kwargs):
            return a, args, key, kwargs

        reveal_type(f(1))
        reveal_type(f(1, 2, "3", key=4, x=5))
    """,
    "stars in calls": """
        def f(a, b, *c, d=0):
            return a, b, c, d

        xs, options = [2, 3, 4], {"d": 5}
        reveal_type(f(1, *xs, **options))
        reveal_type(f(*"ab", *xs))
    """,
    "arguments are handed on": """
        def inner(a, b=2, **options):
            return a, b, options

        def outer(*args, **kwargs):
            return inner(*args, x=1, **kwargs)

        reveal_type(outer("a", b="b", y="y"))
    """,
    "the kwargs of two calls are two dicts": """
        def f(**kwargs):
            return kwargs

        a, b = f(x=1), f(x=2)
        a["y"] = 3
        reveal_type(a)
        reveal_type(b)
    """,
    "defaults are evaluated once, at the definition": """
        x = 1
        def f(a=x):
            return a

        x = 2
        reveal_type(f())
    """,
    "closures see later assignments": """
        def outer():
            def inner():
                return x

            x = 1
            a = inner()
            x = "b"
            return a, inner()

        reveal_type(outer())
    """,
    "each call has closures of its own": """
        def adder(n):
            return lambda x: x + n

        one, text = adder(1), adder("a")
        reveal_type(one(2))
        reveal_type(text("b"))
    """,
    "lambdas in a loop share the variable": """
        fs = [lambda: i for i in range(3)]
        reveal_type(fs[0]())
        gs = [lambda i=i: i for i in range(3)]
        reveal_type(gs[0]())
    """,
    "nonlocal and global": """
        count = 0
        def outer():
            n = 0
            def inner():
                nonlocal n
                global count
                n = n + 1
                count = "changed"
                return n

            inner()
            return inner(), n

        reveal_type(outer())
        reveal_type(count)
    """,
    "a global that a function reads": """
        def f():
            return x

        x = 1
        reveal_type(f())
        x = "a"
        reveal_type(f())
    """,
    "recursion that ends": """
        def factorial(n):
            return 1 if n <= 1 else n * factorial(n - 1)

        def depth(tree):
            return 1 + max(depth(t) for t in tree) if tree else 0

        reveal_type(factorial(4))
        reveal_type(depth([[], [[]]]))
    """,
    "a function without return": """
        def f():
            pass

        reveal_type(f())
    """,
    "several return statements": """
        def f(x):
            if x:
                return 1
            return "a"

        reveal_type(f(True))
        reveal_type(f(False))
    """,
    "functions in containers": """
        table = {"double": lambda x: x * 2, "text": str}
        reveal_type(table["double"](3))
        reveal_type([f("a") for f in table.values()])
    """,
    "a function has attributes": """
        def f():
            return 1

        f.cache = [1]
        f.cache.append(2)
        reveal_type(f.cache)
    """,
    "generators": """
        def numbers(n):
            for i in range(n):
                yield i
            yield "end"

        reveal_type(list(numbers(2)))
        a, b, c = numbers(2)
        reveal_type((a, b, c))
    """,
    "yield from": """
        def inner():
            yield 1
            yield 2

        def outer():
            yield 0
            yield from inner()
            yield from [3, "a"]

        reveal_type(list(outer()))
    """,
    "coroutines": """
        import asyncio

        async def inner(x):
            return x

        async def outer():
            return await inner(1), await inner("a")

        reveal_type(asyncio.run(outer()))
    """,
    "an argument that is changed, not returned": """
        def f(d):
            d["x"] = 1
            d = {}
            d["x"] = 2

        d = {}
        f(d)
        reveal_type(d)
    """,
    "arrays in closures": """
        import jax
        import jax.numpy as jnp

        def make(scale):
            @jax.jit
            def f(x):
                return x * scale

            return f

        reveal_type(make(2.0)(jnp.ones(2, jnp.bfloat16)))
        reveal_type(make(jnp.float32(2))(jnp.ones(2, jnp.bfloat16)))
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program):
    same(program)


COVERED = {
    "next takes the items one by one": """
        def numbers():
            yield 1
            yield "a"

        it = numbers()
        reveal_type(next(it))
        reveal_type(next(it))
        reveal_type(next(it, None))
    """,
    "a generator that returns and gets values": """
        def g():
            x = yield 1
            return x

        def outer():
            r = yield from g()
            yield r

        it = outer()
        next(it)
        reveal_type(it.send("sent"))
    """,
    "a generator reads variables late": """
        x = 1
        def g():
            yield x

        out = []
        for y in g():
            out.append(y)
            x = "a"
        reveal_type(out)
    """,
    "an iterator is empty when it was read": """
        it = iter([1, 2])
        list(it)
        reveal_type(len(list(it)))
    """,
    "a generator is empty when it was read": """
        def g():
            yield 1

        it = g()
        list(it)
        reveal_type(len(list(it)))
    """,
    "deep recursion": """
        def f(n):
            return "end" if n == 0 else f(n - 1)

        reveal_type(f(50))
    """,
    "mutual recursion that changes a list": """
        out = []
        def even(n):
            out.append(n)
            return True if n == 0 else odd(n - 1)

        def odd(n):
            return False if n == 0 else even(n - 1)

        reveal_type(even(30))
        reveal_type(len(out))
    """,
}


@pytest.mark.parametrize("program", COVERED.values(), ids=COVERED)
def test_all_values_are_covered(program):
    covers(program)


@pytest.mark.parametrize("call", ["f()", "f(1, 2, 3)", "f(1, z=2)", "f(1, a=2)", "f(**{'z': 1}, a=1)"])
def test_a_call_that_python_rejects_has_no_value(call):
    program = f"""
        def f(a, b=2):
            return a

        reveal_type(1)
        reveal_type({call})
    """
    assert reveals(program) == ["1", "no value"]


def test_unknown_arguments_and_functions():
    program = """
        import json

        x = json.loads("1")
        def f(a, b=2):
            return a, b

        reveal_type(f(x))
        reveal_type(f(*x))
        reveal_type(x(1))
        reveal_type([1, *x])
    """
    assert reveals(program) == ["(?, 2)", "(?, ?)", "?", "list of ?"]
