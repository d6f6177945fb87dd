"""Instances of classes that inherit from builtin types, classes of attrs, and generators that are unpacked."""

from __future__ import annotations

import pytest
from abstract import covers, same

HEAD = """
    import jax
    import jax.numpy as jnp

    half, single = jnp.ones(3, jnp.float16), jnp.ones(3)
"""


def test_a_dict() -> None:
    same(
        HEAD
        + """
    class Table(dict):
        def __getitem__(self, key):
            return super().__getitem__(key) + 1

        def twice(self, key):
            return self[key] * 2

    table = Table(x=half)
    reveal_type(table["x"])
    reveal_type(table.twice("x"))
    table["y"] = single
    reveal_type(table["y"])
    reveal_type(table.get("z", half))
    reveal_type(len(table))
    reveal_type("y" in table)
    for key, value in table.items():
        reveal_type(value)
    reveal_type({**table}["y"])
    del table["y"]
    reveal_type(bool(table))
    reveal_type(len(table))
    """
    )


def test_missing_items() -> None:
    same(
        HEAD
        + """
    class Defaults(dict):
        def __missing__(self, key):
            return single

    defaults = Defaults(x=half)
    reveal_type(defaults["x"])
    reveal_type(defaults["other"])
    """
    )


def test_a_list() -> None:
    same(
        HEAD
        + """
    class Layers(list):
        def __init__(self, *layers):
            super().__init__(layers)
            self.size = len(layers)

        def add(self, layer):
            self.append(layer)
            return self

    layers = Layers(half).add(single)
    reveal_type(layers[0])
    reveal_type(layers[-1])
    reveal_type(layers.size)
    reveal_type([x for x in layers][1])
    reveal_type((layers + [half])[2])
    first, second = layers
    reveal_type(second)
    alias = layers
    alias[0] = single
    reveal_type(layers[0])
    """
    )


def test_a_tuple() -> None:
    same(
        HEAD
        + """
    class Pair(tuple):
        def __new__(cls, left, right):
            return super().__new__(cls, (left, right))

        @property
        def left(self):
            return self[0]

        def __add__(self, other):
            return Pair(*super().__add__(other)[1:])

    pair = Pair(half, single)
    reveal_type(pair.left)
    reveal_type(pair[1])
    reveal_type(isinstance(pair, tuple))
    reveal_type((pair + (half,)).left)
    left, right = pair
    reveal_type(right)
    reveal_type(len(pair))
    """
    )


def test_numbers_and_strings() -> None:
    same(
        HEAD
        + """
    class Rate(float):
        pass

    class Name(str):
        def greeting(self):
            return "hello " + self

    reveal_type(half * Rate(3.0))
    reveal_type(Rate(3.0) + 1)
    reveal_type({"a": half}["a"])
    reveal_type(Name("x").greeting())
    reveal_type(Name("x") == "x")
    """
    )


def test_a_generator_method_is_unpacked() -> None:
    same(
        HEAD
        + """
    class Step:
        def __init__(self, state, loss):
            self.state, self.loss = state, loss

        def __iter__(self):
            yield self.state
            yield self.loss

    for state, loss in [Step(half, single), Step(half, single)]:
        reveal_type(state)
        reveal_type(loss)
    state, loss = Step(single, half)
    reveal_type(loss)
    """
    )


def test_attrs() -> None:
    pytest.importorskip("attrs")
    same(
        HEAD
        + """
    import attr
    import attrs

    @attr.s
    class Plain:
        x = attr.ib()
        _hidden = attr.ib(default=half, kw_only=True)
        made = attr.ib(factory=lambda: jnp.ones(3, jnp.bfloat16))
        other = attr.ib(default=attr.Factory(list))

        def __attrs_post_init__(self):
            self.twice = self.x * 2

    plain = Plain(single)
    reveal_type(plain.x)
    reveal_type(plain._hidden)
    reveal_type(Plain(half, hidden=single)._hidden)
    reveal_type(plain.made)
    reveal_type(plain.twice)
    plain.other.append(half)
    reveal_type(plain.other[0])

    @attrs.frozen
    class Base:
        array: object = attrs.field(converter=lambda x: jnp.asarray(x, jnp.bfloat16))
        _count: int = 3

    class Derived(Base):
        pass

    reveal_type(Derived(single).array)
    reveal_type(Derived(single, count=4)._count)
    reveal_type(attrs.evolve(Derived(single), count=7).array)
    reveal_type(attr.asdict(plain)["x"])

    @attrs.define
    class Optional:
        x: object = attrs.field(default=None, converter=attrs.converters.optional(jnp.sin))
        y: object = attrs.field(default=None, alias="why")

    reveal_type(Optional(half).x)
    reveal_type(Optional().x)
    reveal_type(Optional(why=half).y)
    """
    )


def test_converters_of_attrs_run_at_each_store() -> None:
    pytest.importorskip("attrs")
    same(
        HEAD
        + """
    import attr
    import attrs
    import copy

    def as_half(x):
        return jnp.asarray(x, jnp.bfloat16)

    @attrs.define
    class Defined:
        x: object = attrs.field(converter=as_half)
        y: object = attrs.field(default=None, converter=as_half, on_setattr=attrs.setters.NO_OP)
        z: object = attrs.field(default=None, kw_only=True)

    defined = Defined(single, single)
    reveal_type(defined.y)
    defined.x = defined.y = defined.z = single
    reveal_type((defined.x, defined.y, defined.z))
    object.__setattr__(defined, "x", single)
    reveal_type(defined.x)
    setattr(defined, "x", single)
    reveal_type(defined.x)
    changed = attrs.evolve(defined, x=single, z=half)
    reveal_type((changed.x, changed.y, changed.z))

    @attrs.define
    class Own:
        x: object = attrs.field(converter=as_half)

        def __init__(self, x):
            self.x = x
            self.other = x

    class Child(Own):
        def widen(self):
            self.x = self.x.astype(jnp.float32)

    child = Child(single)
    reveal_type((child.x, child.other))
    child.widen()
    reveal_type(child.x)

    @attr.s
    class Old:
        _x = attr.ib(converter=as_half)
        y = attr.ib(converter=as_half, on_setattr=[attr.setters.convert, attr.setters.validate])
        z = attr.ib(default=half, on_setattr=lambda instance, attribute, value: value * single)
        made = attr.ib(init=False, default=0)

        def __attrs_post_init__(self):
            self.made = self.y * 2

    old = Old(single, single)
    reveal_type((old._x, old.y, old.z, old.made))
    old._x = old.y = single
    old.z = half
    old.made = single
    reveal_type((old._x, old.y, old.z, old.made))
    changed = attr.evolve(old, x=single)
    reveal_type((changed._x, changed.y, changed.z, changed.made))

    @attr.s(on_setattr=attr.setters.pipe(attr.setters.validate, attr.setters.convert), auto_attribs=True)
    class Piped:
        x: object = attr.ib(converter=as_half)

    @attr.s(auto_attribs=True)
    class Unhooked(Piped):
        y: object = attr.ib(converter=as_half)

    piped, unhooked = Piped(single), Unhooked(single, single)
    piped.x = unhooked.x = unhooked.y = single
    reveal_type((piped.x, unhooked.x, unhooked.y))
    """
    )


def test_replaced_fields_go_through_the_constructor() -> None:
    same(
        HEAD
        + """
    import dataclasses

    @dataclasses.dataclass
    class Own:
        x: object
        made: object = dataclasses.field(default=2, init=False)

        def __init__(self, x):
            self.x = x.astype(jnp.bfloat16)

    own = Own(single)
    own.made = single
    changed = dataclasses.replace(own, x=single)
    reveal_type((changed.x, changed.made))

    @dataclasses.dataclass
    class Reset:
        x: object
        made: object = dataclasses.field(default=2, init=False)

    reset = Reset(half)
    reset.made = single
    changed = dataclasses.replace(reset, x=single)
    reveal_type((changed.x, changed.made))

    @dataclasses.dataclass
    class Checked:
        x: object

        def __post_init__(self):
            self.x = self.x.astype(jnp.bfloat16)

    reveal_type(dataclasses.replace(Checked(single), x=single).x)
    """
    )


def test_nested_iterables_are_unpacked_in_a_loop() -> None:
    same(
        HEAD
        + """
    import dataclasses

    @jax.tree_util.register_dataclass
    @dataclasses.dataclass
    class Pair:
        left: object
        right: object

        def __iter__(self):
            return (getattr(self, field.name) for field in dataclasses.fields(self))

    def step(carry, pairs):
        (a, b), (c, d) = pairs
        reveal_type(b)
        reveal_type(c)
        return carry, a

    jax.lax.scan(step, half, Pair(Pair(half, single), Pair(half, single)))
    """
    )


def test_an_operator_of_an_array_reads_a_number_before_its_reflected_operator():
    same(
        """
        import jax.numpy as jnp

        class Float(float):
            def __rmul__(self, other):
                return other.astype(jnp.int8)

        class Complex(complex):
            def __rmul__(self, other):
                return other.astype(jnp.int8)

        class List(list):
            def __rmul__(self, other):
                return other.astype(jnp.int8)

        class Other:
            def __rmul__(self, other):
                return other.astype(jnp.int8)

        class Converted:
            def __jax_array__(self):
                return jnp.ones(3, jnp.float16)

            def __rmul__(self, other):
                return other.astype(jnp.int8)

        half = jnp.ones(3, jnp.bfloat16)
        reveal_type(half * Float(2.0))
        reveal_type(jnp.arange(3) * Float(2.0))
        reveal_type(half * Complex(2.0))
        reveal_type(half * List([1.0]))
        reveal_type(half * Other())
        reveal_type(half * Converted())
        """
    )


def test_overridden_methods_of_builtin_containers() -> None:
    """What reads the items of an instance uses the methods of its class, also after ``xs += ys``."""
    same("""
    import jax.numpy as jnp

    class Casting(list):
        def __iter__(self):
            for v in super().__iter__():
                yield v.astype(jnp.bfloat16)

    class Getting(list):
        def __getitem__(self, index):
            return super().__getitem__(index).astype(jnp.bfloat16)

    class Counted(list):
        def __len__(self):
            return 7
        def __contains__(self, v):
            return False
        def __reversed__(self):
            return iter([2.5])
        def __bool__(self):
            return False

    class Row(tuple):
        def __iter__(self):
            return iter([v.astype(jnp.bfloat16) for v in super().__iter__()])
        def __len__(self):
            return 1

    class Lookup(dict):
        def __getitem__(self, key):
            return super().__getitem__(key).astype(jnp.bfloat16)
        def __iter__(self):
            return iter(["b"])
        def items(self):
            return [("c", 1)]

    class Keys(dict):
        def keys(self):
            return ["b"]

    class Names(set):
        def __iter__(self):
            return iter([3])
        def __contains__(self, v):
            return True

    one = jnp.ones(1, jnp.int8)
    xs = Casting([one])
    reveal_type(list(xs)[0])
    xs += [one]
    reveal_type(list(xs)[0])
    a, *_ = xs
    reveal_type(a)
    a, b = xs
    reveal_type(a)
    for v in xs:
        reveal_type(v)
    reveal_type(sum(xs))
    reveal_type(list(zip(xs, [1, 2]))[0])
    reveal_type([*xs][0])
    reveal_type(tuple(xs)[0])
    reveal_type([v for v in xs][0])
    reveal_type(jnp.stack(list(map(jnp.abs, xs))))
    reveal_type(xs[0])
    reveal_type((xs + [one])[0])
    reveal_type(xs.copy()[0])
    ys = []
    ys.extend(xs)
    reveal_type(ys[0])
    ys += xs
    reveal_type(ys[-1])
    ys[:1] = xs
    reveal_type(ys[0])
    xs.extend([one])
    reveal_type(list(xs)[2])
    xs.append(one)
    reveal_type(list(xs)[-1])
    reveal_type(next(iter(xs)))
    reveal_type(dict(zip("ab", xs)))
    reveal_type(list(enumerate(xs))[0])
    def f(*args): return args
    reveal_type(f(*xs)[0])
    xs *= 2
    reveal_type(list(xs)[0])
    reveal_type(len(xs))
    gs = Getting([one])
    reveal_type(gs[0])
    reveal_type(list(gs)[0])
    for v in gs:
        reveal_type(v)
    reveal_type(list(reversed(gs))[0])
    gs += [one]
    reveal_type(gs[1])
    reveal_type(gs.pop())
    a, = gs
    reveal_type(a)
    cs = Counted([1])
    reveal_type((len(cs), 1 in cs, list(reversed(cs)), bool(cs), list(cs)))
    cs += [2]
    reveal_type((len(cs), 2 in cs, bool(cs)))
    rs = Row([one, one])
    reveal_type(list(rs)[0])
    a, b = rs
    reveal_type(a)
    reveal_type((len(rs), rs[0]))
    ls = Lookup(a=one)
    reveal_type((ls["a"], list(ls), list(ls.items()), list(ls.values()), ls.get("a"), list(ls.keys())))
    ls |= {"z": one}
    reveal_type((ls["z"], list(ls), list(ls.items())))
    reveal_type({**ls})
    reveal_type(dict(ls))
    reveal_type(sorted(ls))
    d = {}
    d.update(ls)
    reveal_type(d)
    ns = Names([1])
    reveal_type((list(ns), 5 in ns, len(ns)))
    ns |= {2}
    reveal_type((list(ns), 5 in ns, len(ns)))
    reveal_type(list(sorted(ns)))
    reveal_type(jnp.array(list(Casting([jnp.int8(1)]))))
    reveal_type(max(Names([1])))
    """)


def test_dicts_whose_class_overrides_methods_are_copied() -> None:
    covers("""
    class Keys(dict):
        def keys(self):
            return ["b"]

    reveal_type({**Keys(b=1, c=2)})
    reveal_type(dict(Keys(b=1, c=2)))
    """)


def test_copies_of_instances_with_items() -> None:
    covers("""
    import copy

    import jax.numpy as jnp

    one = jnp.ones(1, jnp.int8)

    class Plain(list):
        pass

    class Casting(list):
        def __iter__(self):
            for v in super().__iter__():
                yield v.astype(jnp.bfloat16)

    class Own:
        def __copy__(self):
            return 1

        def __deepcopy__(self, memo):
            return 2

    plain = Plain([one])
    second = copy.copy(plain)
    second.append(2)
    reveal_type((len(plain), len(second), second[0]))
    reveal_type(copy.copy(Casting([one]))[0])
    reveal_type(copy.deepcopy(Casting([one]))[0])
    reveal_type((copy.copy(Own()), copy.deepcopy(Own())))
    """)
