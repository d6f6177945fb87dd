"""Decorators: those of the program, and those of the standard library."""

from __future__ import annotations

import pytest
from abstract import same

PROGRAMS = {
    "a decorator that checks arguments": """
        from typeguard import typechecked

        @typechecked
        def f(x: int):
            return x, 1.5

        reveal_type(f(2))
    """,
    "a decorator that wraps": """
        import functools

        def doubled(function):
            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                return [function(*args, **kwargs)] * 2

            return wrapper

        @doubled
        def f(x, y=1):
            return x, y

        reveal_type(f(2, y="a"))
    """,
    "a decorator with arguments": """
        def repeated(n):
            def decorate(function):
                return lambda x: [function(x) for _ in range(n)]

            return decorate

        @repeated(3)
        def f(x):
            return x

        reveal_type(f("a"))
    """,
    "decorators apply from the inside out": """
        def add(text):
            return lambda f: lambda: f() + text

        @add("b")
        @add("a")
        def f():
            return "f"

        reveal_type(f())
    """,
    "a decorator that registers": """
        registry = {}

        def register(function):
            registry[function.__name__] = function
            return function

        @register
        def f():
            return 1

        reveal_type(registry["f"]())
    """,
    "a class as a decorator": """
        class Counted:
            def __init__(self, function):
                self.function, self.count = function, 0

            def __call__(self, *args):
                self.count += 1
                return self.function(*args)

        @Counted
        def f(x):
            return x

        f(1)
        reveal_type(f("a"))
        reveal_type(f.count)
    """,
    "partial": """
        from functools import partial

        def f(a, b, c=3, *d):
            return a, b, c, d

        g = partial(f, 1, c=4)
        reveal_type(g(2))
        reveal_type(g(2, c=5))
        reveal_type(partial(g, "b")())
        reveal_type((g.func, g.args, g.keywords))
    """,
    "partial as a decorator": """
        import functools
        import jax
        import jax.numpy as jnp

        @functools.partial(jax.jit, static_argnames="flag")
        def f(x, flag):
            return x * 2 if flag else x.astype(jnp.float32)

        reveal_type(f(jnp.arange(3), flag=True))
        reveal_type(f(jnp.arange(3), flag=False))
    """,
    "caches": """
        from functools import cache, lru_cache

        @lru_cache(maxsize=None)
        def f(x):
            return [x]

        @cache
        def g(x):
            return x

        reveal_type(f(1))
        reveal_type(g("a"))
    """,
    "a decorated method": """
        def logged(method):
            def wrapper(self, x):
                self.log = x
                return method(self, x)

            return wrapper

        class A:
            @logged
            def f(self, x):
                return x, self.log

        reveal_type(A().f(1))
    """,
    "a decorated class": """
        def named(cls):
            cls.label = "named"
            return cls

        @named
        class A:
            pass

        reveal_type(A.label)
        reveal_type(A().label)
    """,
    "reduce": """
        from functools import reduce

        reveal_type(reduce(lambda a, b: a + b, [1, 2, 3]))
        reveal_type(reduce(lambda a, b: (a, b), "ab", None))
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program):
    same(program)
