"""Signatures, dispatch by class, metaclasses, attribute dicts and context managers, by running small programs twice."""

from __future__ import annotations

import pytest
from abstract import same

SIGNATURES = {
    "binding of all kinds of parameters": """
        import functools
        import inspect

        def f(a, /, b, c=3, *rest, d=4, **more):
            return a

        def shown(call):
            reveal_type(call.args)
            reveal_type(call.kwargs)

        signature = inspect.signature(f)
        reveal_type(list(signature.parameters))
        bound = signature.bind(1, 2, 5, 6, d=7, e=8)
        shown(bound)
        reveal_type(dict(bound.arguments))
        partly = signature.bind_partial(1)
        shown(partly)
        full = signature.bind(1, b=2)
        full.apply_defaults()
        shown(full)
        shown(inspect.signature(functools.partial(f, 1, c=0)).bind(2, e=1))
    """,
    "methods, classes, partial calls and wrapped functions": """
        import functools
        import inspect

        class Solver:
            def __init__(self, size, step=0.1):
                self.size = size

            def run(self, state, *args):
                return state

            def __call__(self, state):
                return state

        def wrapper(function):
            @functools.wraps(function)
            def inner(*args, **kwargs):
                return function(*args, **kwargs)
            return inner

        @wrapper
        def f(x, y=2):
            return x

        reveal_type(list(inspect.signature(Solver).parameters))
        reveal_type(list(inspect.signature(Solver(1).run).parameters))
        reveal_type(list(inspect.signature(Solver(1)).parameters))
        reveal_type(list(inspect.signature(f).parameters))
        reveal_type(list(inspect.signature(functools.partial(f, 1)).parameters))
        reveal_type(f.__wrapped__(3))
        reveal_type(isinstance(inspect.signature(f), inspect.Signature))
    """,
    "kinds and new signatures": """
        import inspect

        def f(x, *, scale=1.0):
            return x

        parameters = list(inspect.signature(f).parameters.values())
        reveal_type([p.name for p in parameters if p.kind == inspect.Parameter.KEYWORD_ONLY])
        reveal_type([p.default is inspect.Parameter.empty for p in parameters])
        new = inspect.Parameter(name="y", kind=inspect.Parameter.POSITIONAL_OR_KEYWORD)
        parameters.insert(1, new)
        reveal_type(list(inspect.Signature(parameters).parameters))
    """,
}
DISPATCH = {
    "single dispatch": """
        import functools

        class Base:
            pass

        class Derived(Base):
            pass

        @functools.singledispatch
        def kind(x):
            return "any"

        @kind.register(int)
        def _(x):
            return "int"

        @kind.register
        def _(x: Base):
            return "base"

        reveal_type(kind(1))
        reveal_type(kind(Derived()))
        reveal_type(kind("a"))
        kind.register(Derived, lambda x: "derived")
        reveal_type(kind(Derived()))
        reveal_type(kind(Base()))
    """,
}
CLASSES = {
    "a metaclass that makes instances": """
        class Counting(type):
            def __init__(cls, *args, **kwargs):
                cls.label = "made"
                super().__init__(*args, **kwargs)

            def __call__(cls, *args, **kwargs):
                made = super().__call__(*args, **kwargs)
                made.count = 1
                return made

        class Plain(metaclass=Counting):
            def __init__(self, size):
                self.size = size

        class Derived(Plain):
            pass

        item = Derived(3)
        reveal_type(item.size)
        reveal_type(item.count)
        reveal_type(Derived.label)
        reveal_type(isinstance(item, Plain))
    """,
    "the dict of the attributes": """
        class Point:
            def __init__(self, x, y):
                self.x, self.y = x, y

        def keywords(**named):
            return named

        p = Point(1, 2)
        reveal_type("x" in p.__dict__)
        reveal_type("z" in vars(p))
        reveal_type(list(p.__dict__.items()))
        p.__dict__["z"] = 3
        reveal_type(p.z)
        p.__dict__.update(x=4, y="a")
        reveal_type((p.x, p.y))
        reveal_type(dict(p.__dict__))
        reveal_type(keywords(**vars(p)))
        alias = p.__dict__
        p.x = 5
        reveal_type(alias["x"])
    """,
    "a subclass of property": """
        class checked(property):
            def __init__(self, getter=None, *, flag=False):
                super().__init__(getter)
                self.flag = flag

        class Box:
            def __init__(self):
                self.size = 2

            @checked
            def double(self):
                return self.size * 2

        reveal_type(Box().double)
        reveal_type(Box.double.flag)
    """,
    "defaults of a named tuple": """
        from collections import namedtuple

        State = namedtuple("State", ["a", "b", "c"])
        State.__new__.__defaults__ = (1, 2)
        reveal_type(tuple(State(0)))
    """,
    "a block that returns leaves its context": """
        stack = []

        class Scope:
            def __enter__(self):
                stack.append(1)
                return self

            def __exit__(self, *error):
                stack.pop()

        def inside():
            with Scope():
                return len(stack)

        def breaking():
            for i in range(2):
                with Scope():
                    if i:
                        break
            return len(stack)

        reveal_type(inside())
        reveal_type(len(stack))
        reveal_type(breaking())
    """,
}


@pytest.mark.parametrize("program", SIGNATURES.values(), ids=SIGNATURES)
def test_signatures(program: str) -> None:
    same(program)


@pytest.mark.parametrize("program", DISPATCH.values(), ids=DISPATCH)
def test_dispatch(program: str) -> None:
    same(program)


@pytest.mark.parametrize("program", CLASSES.values(), ids=CLASSES)
def test_classes(program: str) -> None:
    same(program)


def test_multiple_dispatch() -> None:
    pytest.importorskip("multipledispatch")
    same("""
        from multipledispatch import dispatch

        class Base:
            pass

        class Derived(Base):
            pass

        @dispatch(Base, Base)
        def pair(a, b):
            return "base"

        @dispatch(Derived, Base)
        def pair(a, b):
            return "derived"

        reveal_type(pair(Base(), Derived()))
        reveal_type(pair(Derived(), Derived()))
    """)
