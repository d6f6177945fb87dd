"""Classes: attributes, inheritance, descriptors, special methods, and the classes of the standard library."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

PROGRAMS = {
    "attributes of instances and of the class": """
        class A:
            n = 1
            xs = []

            def __init__(self, y):
                self.y = y

        a, b = A("a"), A(2)
        a.n = 5
        a.xs.append(3)
        reveal_type((a.n, b.n, A.n))
        reveal_type(b.xs)
        reveal_type((a.y, b.y))
        A.n = "changed"
        reveal_type((a.n, b.n))
    """,
    "methods, bound and unbound": """
        class A:
            def __init__(self):
                self.x = 1

            def get(self, y):
                return self.x, y

        a = A()
        get = a.get
        reveal_type(get(2))
        reveal_type(A.get(a, 3))
    """,
    "inheritance and super": """
        class A:
            def __init__(self, x):
                self.x = x

            def name(self):
                return "A"

            def both(self):
                return self.name(), self.x

        class B(A):
            def __init__(self, x, y):
                super().__init__(x)
                self.y = y

            def name(self):
                return "B" + super().name()

        reveal_type(B(1, 2).both())
        reveal_type(B(1, 2).y)
    """,
    "multiple inheritance follows the mro": """
        class Base:
            def f(self):
                return ["base"]

        class Left(Base):
            def f(self):
                return ["left", *super().f()]

        class Right(Base):
            def f(self):
                return ["right", *super().f()]

        class Both(Left, Right):
            def f(self):
                return ["both", *super().f()]

        reveal_type(Both().f())
    """,
    "a mixin with keywords": """
        class A:
            def __init__(self, a, **rest):
                super().__init__(**rest)
                self.a = a

        class B:
            def __init__(self, b):
                self.b = b

        class C(A, B):
            pass

        c = C(a=1, b="b")
        reveal_type((c.a, c.b))
    """,
    "properties with setters": """
        class A:
            def __init__(self):
                self._x = 1

            @property
            def x(self):
                return self._x

            @x.setter
            def x(self, value):
                self._x = [value]

        a = A()
        reveal_type(a.x)
        a.x = 2
        reveal_type(a.x)
    """,
    "cached properties": """
        from functools import cached_property

        class A:
            @cached_property
            def xs(self):
                return []

        a = A()
        a.xs.append(1)
        reveal_type(a.xs)
    """,
    "static and class methods": """
        class A:
            n = 1

            @staticmethod
            def s(x):
                return x

            @classmethod
            def c(cls, x):
                return cls.n, x

            @classmethod
            def make(cls):
                return cls()

        class B(A):
            n = "b"

        reveal_type((A.s(1), A().s(2)))
        reveal_type((A.c(1), B.c(1), B().c(1)))
        reveal_type(B.make())
    """,
    "descriptors of the program": """
        class Doubled:
            def __init__(self, x):
                self.x = x

            def __get__(self, instance, owner=None):
                return self.x * 2

        class A:
            n = Doubled(2)

        reveal_type(A().n)
    """,
    "calls, items, length, iteration": """
        class A:
            def __init__(self):
                self.d = {}

            def __call__(self, x, y=1):
                return x, y

            def __getitem__(self, key):
                return self.d[key]

            def __setitem__(self, key, value):
                self.d[key] = [value]

            def __len__(self):
                return len(self.d)

            def __contains__(self, key):
                return key in self.d

            def __iter__(self):
                return iter(["i"])

        a = A()
        a["k"] = 1
        reveal_type(a["k"])
        reveal_type((len(a), "k" in a))
        reveal_type(a(2))
        for x in a:
            reveal_type(x)
    """,
    "operators": """
        class V:
            def __init__(self, x):
                self.x = x

            def __add__(self, other):
                return V(self.x + (other.x if isinstance(other, V) else other))

            def __radd__(self, other):
                return ("radd", other)

            def __neg__(self):
                return V(-self.x)

            def __eq__(self, other):
                return "equal"

            def __matmul__(self, other):
                return NotImplemented

            def __rmatmul__(self, other):
                return "r"

        reveal_type((V(1) + V(2)).x)
        reveal_type((V(1) + 5).x)
        reveal_type(3 + V(1))
        reveal_type((-V(1)).x)
        reveal_type(V(1) == V(1))
        reveal_type(3 @ V(1))
    """,
    "__getattr__ and __setattr__": """
        class A:
            def __init__(self):
                self.x = 1

            def __getattr__(self, name):
                return [name]

        a = A()
        reveal_type(a.x)
        reveal_type(a.y)
    """,
    "dataclasses": """
        from dataclasses import asdict, astuple, dataclass, field, replace

        @dataclass
        class A:
            x: int
            y: float = 2.0
            xs: list = field(default_factory=list)

            def total(self):
                return self.x + self.y

        @dataclass(frozen=True)
        class B:
            z: str = "z"

            def __post_init__(self):
                object.__setattr__(self, "both", (self.z, self.z))

        reveal_type(B("a").both)
        a = A(1)
        a.xs.append(3)
        reveal_type((a.x, a.y, a.xs, A(1).xs))
        reveal_type(a.total())
        reveal_type(replace(a, x=5).x)
        reveal_type(asdict(a))
        reveal_type(astuple(A(1, 2)))
    """,
    "a dataclass that inherits": """
        from dataclasses import KW_ONLY, dataclass

        @dataclass
        class A:
            x: int
            y: int = 1

        @dataclass
        class B(A):
            z: str = "z"

            def __post_init__(self):
                self.both = (self.x, self.z)

        @dataclass
        class C:
            a: int
            _: KW_ONLY
            b: int = 2

        reveal_type(B(1, 2, "3").both)
        reveal_type((B(4).z, B(4).y))
        reveal_type((C(1, b=3).b, C(1).b))
    """,
    "named tuples": """
        from collections import namedtuple
        from typing import NamedTuple

        class P(NamedTuple):
            x: int
            y: str = "y"

            def swapped(self):
                return self.y, self.x

        Q = namedtuple("Q", "a b")
        p = P(1)
        reveal_type(p)
        reveal_type((p.x, p[1], len(p)))
        reveal_type(p.swapped())
        reveal_type(p._replace(x=2))
        reveal_type(p._asdict())
        a, b = Q(b=1, a=2)
        reveal_type((a, b))
        reveal_type(Q(1, 2) + (3,))
        reveal_type(P._fields)
        reveal_type(Q._make([1, 2]))
        reveal_type(isinstance(p, tuple))
    """,
    "enums": """
        import enum

        class Kind(enum.Enum):
            A = 5
            B = enum.auto()
            C = "c"
            ALIAS = 5

            def label(self):
                return self.name, self.value

        class Flags(enum.Flag):
            X = enum.auto()
            Y = enum.auto()
            Z = enum.auto()

        reveal_type(Kind.A.label())
        reveal_type((Kind("c").name, Kind["B"].value))
        reveal_type((Kind.A is Kind.ALIAS, Kind.A == Kind.B))
        reveal_type([k.name for k in Kind])
        reveal_type((Flags.X.value, Flags.Z.value))
        reveal_type(len(Kind))
    """,
    "typed dicts": """
        from typing import TypedDict

        class Config(TypedDict, total=False):
            size: int
            name: str

        c = Config(size=3)
        c["name"] = "n"
        reveal_type(c)
        plain: Config = {"size": 4}
        reveal_type(plain["size"])
    """,
    "classes made by functions, and nested ones": """
        def make(n):
            class A:
                size = n

                class Inner:
                    y = 2

            return A

        reveal_type((make(1).size, make("b").size))
        reveal_type(make(1).Inner.y)
    """,
    "__new__ and __init_subclass__": """
        class A:
            names = []

            def __new__(cls, x):
                self = super().__new__(cls)
                self.made = x
                return self

            def __init_subclass__(cls, label=None, **rest):
                A.names.append(label)

        class B(A, label="b"):
            pass

        reveal_type(A.names)
        reveal_type(B(3).made)
    """,
    "getattr, setattr, hasattr": """
        class A:
            pass

        a = A()
        setattr(a, "x", 1)
        reveal_type(getattr(a, "x"))
        reveal_type(getattr(a, "y", "default"))
        reveal_type((hasattr(a, "x"), hasattr(a, "y")))
        del a.x
        reveal_type(hasattr(a, "x"))
    """,
    "slots and type()": """
        class A:
            __slots__ = ("x",)

            def __init__(self):
                self.x = 1

            def copy(self):
                return type(self)()

        class B(A):
            pass

        reveal_type(B().copy())
        reveal_type(A().__class__)
        reveal_type(A.__name__)
    """,
    "names in a class body": """
        n = "global"
        class A:
            n = 1
            m = n + 1
            xs = [n for _ in range(2)]

            def f(self):
                return n

        reveal_type(A.m)
        reveal_type(A.xs)
        reveal_type(A().f())
    """,
    "a method that is stored on an instance": """
        class A:
            def __init__(self, f):
                self.f = f

        reveal_type(A(lambda x: x + 1).f(2))
    """,
    "iterators of the program": """
        class Count:
            def __init__(self, n):
                self.i, self.n = 0, n

            def __iter__(self):
                return self

            def __next__(self):
                if self.i == self.n:
                    raise StopIteration
                self.i += 1
                return "x"

        for x in Count(3):
            reveal_type(x)
    """,
    "layers with arrays": """
        import jax
        import jax.numpy as jnp

        class Linear:
            def __init__(self, key, n, m, dtype=jnp.bfloat16):
                self.w = jax.random.normal(key, (n, m), dtype)
                self.b = jnp.zeros(m)

            def __call__(self, x):
                return x @ self.w + self.b

        layer = Linear(jax.random.key(0), 2, 3)
        reveal_type(layer.w)
        reveal_type(layer(jnp.ones((1, 2), jnp.bfloat16)))
        layer.b = layer.b.astype(layer.w.dtype)
        reveal_type(layer(jnp.ones((1, 2), jnp.bfloat16)))
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program):
    same(program)


COVERED = {
    "a subclass of dict": """
        class D(dict):
            def __getattr__(self, name):
                return self[name]

        d = D(x=1)
        d["y"] = 2
        reveal_type(d["x"])
        reveal_type(d.y)
    """,
    "a subclass of list": """
        class L(list):
            def first(self):
                return self[0]

        l = L([1, 2])
        l.append("a")
        reveal_type(l.first())
        reveal_type(len(l))
    """,
    "an enum with fields of its own": """
        import enum

        class Planet(enum.Enum):
            EARTH = (1, "e")

            def __init__(self, mass, label):
                self.mass, self.label = mass, label

        reveal_type(Planet.EARTH.mass)
        reveal_type(Planet.EARTH.value)
    """,
    "an int enum in arithmetic": """
        import enum

        class I(enum.IntEnum):
            A = 1

        class S(str, enum.Enum):
            A = "a"

        reveal_type(I.A + 1)
        reveal_type(I.A == 1)
        reveal_type(S.A == "a")
        reveal_type(S.A + "b")
    """,
    "a metaclass": """
        class Meta(type):
            def __call__(cls, *args):
                return "made"

            @property
            def label(cls):
                return "label"

        class A(metaclass=Meta):
            pass

        reveal_type(A())
        reveal_type(A.label)
    """,
    "a data descriptor": """
        class Positive:
            def __set_name__(self, owner, name):
                self.name = "_" + name

            def __get__(self, instance, owner=None):
                return getattr(instance, self.name)

            def __set__(self, instance, value):
                setattr(instance, self.name, [value])

        class A:
            x = Positive()

        a = A()
        a.x = 1
        reveal_type(a.x)
    """,
    "__getattribute__ and __setattr__": """
        class A:
            def __getattribute__(self, name):
                return "any"

        class B:
            def __setattr__(self, name, value):
                object.__setattr__(self, name, [value])

        reveal_type(A().x)
        b = B()
        b.x = 1
        reveal_type(b.x)
    """,
    "__dict__ and vars": """
        class A:
            def __init__(self):
                self.x = 1

        a = A()
        a.__dict__["x"] = "changed"
        reveal_type(a.x)
        vars(a)["y"] = 2
        b = A()
        b.__dict__.update(x=2.5)
        reveal_type(b.x)
    """,
    "an instance whose class is replaced": """
        class A:
            def f(self):
                return "A"

        class B:
            def f(self):
                return "B"

        a = A()
        a.__class__ = B
        reveal_type(a.f())
    """,
    "a patched method": """
        class A:
            def f(self):
                return "A"

        a = A()
        A.f = lambda self: "patched"
        reveal_type(a.f())
        a.f = lambda: "own"
        reveal_type(a.f())
    """,
    "total_ordering and dataclass order": """
        from dataclasses import dataclass
        from functools import total_ordering

        @dataclass(order=True)
        class A:
            x: int

        reveal_type(A(1) < A(2))
        reveal_type(max([A(1), A(3)]).x)
    """,
}


@pytest.mark.parametrize("program", COVERED.values(), ids=COVERED)
def test_all_values_are_covered(program):
    covers(program)


def test_an_unknown_base_makes_attributes_unknown():
    program = """
        from a_library_of_nobody import Base

        class A(Base):
            n = 1

        reveal_type(A().n)
        reveal_type(A().other)
        reveal_type(hasattr(A(), "other"))
    """
    assert reveals(program)[1:] == ["?", "bool"]


def test_attributes_by_the_methods_of_object():
    """``super().__getattribute__`` and ``super().__setattr__`` read and write the object itself."""
    same(
        """
        class Kept:
            def __init__(self):
                self.x = 1
            def __getattribute__(self, name):
                return 3 if name == "y" else super().__getattribute__(name)
            def __setattr__(self, name, value):
                super().__setattr__(name, value + 1)
        kept = Kept()
        reveal_type(kept.x)
        reveal_type(kept.y)
        """
    )


def test_getattr_with_a_default_where_a_method_raises():
    same("""
    class Lazy:
        def __getattr__(self, name):
            if name != "known":
                raise AttributeError(name)
            return 1

    lazy = Lazy()
    reveal_type(getattr(lazy, "absent", 2))
    reveal_type("reached")
    """)


def test_hasattr_of_an_iterator():
    covers("""
    iterator = iter([1, 2])
    reveal_type(hasattr(iterator, "close"))
    reveal_type(hasattr((n for n in [1]), "close"))
    """)


SOMETIMES_SET = """
    import random
    class C:
        kind = "of the class"
        def maybe(self, value):
            if random.random() < 0.5:
                self.kind = value
    c = C()
    c.maybe("own")
    reveal_type(c.kind)
    others = [C(), C()]
    random.choice(others).kind = "own"
    reveal_type(others[0].kind)
    c.kind = "set again"
    reveal_type(c.kind)
"""


def test_an_attribute_that_is_set_on_one_path_may_be_that_of_the_class():
    first, second, third = reveals(SOMETIMES_SET)
    assert set(first.split(" | ")) == set(second.split(" | ")) == {"'own'", "'of the class'"}
    assert third == "'set again'"


def test_a_subclass_of_a_dataclass_is_none_without_a_decorator() -> None:
    same(
        """
    import dataclasses

    import jax.numpy as jnp

    single, half = jnp.ones(3), jnp.ones(3, jnp.bfloat16)

    @dataclasses.dataclass
    class Own:
        x: object
        def __init__(self, x):
            self.x = x
            self.other = x

    class Child(Own):
        pass

    reveal_type(Child(single).other)

    @dataclasses.dataclass
    class Plain:
        x: object

    class Undecorated(Plain):
        x: object = half
        y: object = single

    class Mixin:
        y: object = 4

    @dataclasses.dataclass
    class Mixed(Mixin, Plain):
        z: object = 3

    reveal_type(Undecorated(half).y)
    reveal_type(Mixed(half, half).z)
    reveal_type(Mixed(half, half).y)
    reveal_type(len(dataclasses.fields(Undecorated)))
    reveal_type(len(dataclasses.fields(Mixed)))
    reveal_type(dataclasses.is_dataclass(Undecorated))

    @dataclasses.dataclass
    class Again(Undecorated):
        w: object = 2

    reveal_type(Again(half, single).w)

    class Third(Own):
        def __init__(self, y):
            super().__init__(y)
            self.third = y

    reveal_type((Third(half).third, Third(half).other))

    class WithInit(Plain):
        def __init__(self, y):
            super().__init__(y)
            self.third = y

    class Last(WithInit): pass

    reveal_type((Last(half).third, Last(half).x))
    """
    )


def test_init_only_fields_of_a_dataclass() -> None:
    same(
        """
    import dataclasses
    from dataclasses import KW_ONLY, InitVar
    from dataclasses import InitVar as Passed

    import jax
    import jax.numpy as jnp

    small, half = jnp.ones(1, jnp.int8), jnp.ones(1, jnp.float16)

    @dataclasses.dataclass
    class Base:
        w: jax.Array
        scale: dataclasses.InitVar[float] = 1.0

        def __post_init__(self, scale):
            self.w = self.w * scale

    reveal_type(Base(small).w)
    reveal_type(Base(small, 2).w)
    reveal_type(Base(small, scale=half).w)
    reveal_type(Base(small, half).scale)
    reveal_type(len(dataclasses.fields(Base)))
    reveal_type(hasattr(Base(small), "scale"))

    @dataclasses.dataclass
    class Child(Base):
        b: object = 0
        _: KW_ONLY
        shift: InitVar[object]
        other: object = 1

        def __post_init__(self, scale, shift):
            super().__post_init__(scale)
            self.b = self.b + shift

    child = Child(small, 3, half, shift=2)
    reveal_type((child.w, child.b, child.other))
    reveal_type(hasattr(child, "shift"))
    reveal_type(dataclasses.replace(child, shift=half, scale=half).w)
    reveal_type(dataclasses.replace(child, shift=half).w)
    reveal_type(dataclasses.asdict(child))

    @dataclasses.dataclass
    class WithoutHook:
        passed: Passed[object]
        kept: object = 2

    reveal_type((WithoutHook(half, small).kept, hasattr(WithoutHook(small), "passed")))
    reveal_type(dataclasses.replace(WithoutHook(half, small), passed=half).kept)

    @dataclasses.dataclass
    class AField(Base):
        scale: object = 5

        def __post_init__(self):
            self.w = self.w * self.scale

    reveal_type((AField(small).w, AField(small, half).w, AField(small, half).scale))
    """
    )


def test_keyword_only_fields_of_a_base_class() -> None:
    same(
        """
    import dataclasses

    @dataclasses.dataclass(kw_only=True)
    class Base:
        a: object
        b: object = dataclasses.field(default=2, kw_only=False)

    @dataclasses.dataclass
    class Child(Base):
        c: object = 3

    child = Child(1.0, "c", a="a")
    reveal_type((child.a, child.b, child.c))

    @dataclasses.dataclass
    class Marked:
        x: object
        _: dataclasses.KW_ONLY
        y: object = 2

    @dataclasses.dataclass
    class Derived(Marked):
        z: object = 3

    derived = Derived("x", "z", y="y")
    reveal_type((derived.x, derived.y, derived.z))
    """
    )
