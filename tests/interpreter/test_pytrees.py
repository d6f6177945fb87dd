"""Pytrees: containers, named tuples, dataclasses and registered classes in `jax.tree` and in transformations."""

from __future__ import annotations

import ast

import pytest
from abstract import covers, same, written

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.records import ExpressionRecord

HEAD = """
import jax
import jax.numpy as jnp
from typing import NamedTuple

class State(NamedTuple):
    step: object
    params: object

w, b = jnp.ones(2, jnp.bfloat16), jnp.zeros(3)
params = {"w": w, "layers": [(b, None), {"n": jnp.arange(2)}]}
state = State(jnp.int32(0), params)
"""
PROGRAMS = {
    "map over one tree": "reveal_type(jax.tree.map(lambda x: x * 2, params))",
    "map over several trees": "reveal_type(jax.tree.map(lambda x, y: x + y, params, params))",
    "map over a named tuple": "reveal_type(jax.tree.map(lambda x: x.astype(jnp.float16), state))",
    "map with is_leaf": "reveal_type(jax.tree.map(lambda x: 1, params, is_leaf=lambda x: isinstance(x, tuple)))",
    "map to numbers": "reveal_type(jax.tree.map(lambda x: x.ndim, params))",
    "leaves in the order of sorted keys": "reveal_type(jax.tree.leaves(params))",
    "flatten and unflatten": (
        "leaves, tree = jax.tree.flatten(params)\n"
        "reveal_type(leaves)\n"
        "reveal_type(jax.tree.unflatten(tree, [x + 1 for x in leaves]))\n"
    ),
    "reduce": "reveal_type(jax.tree.reduce(lambda a, x: a + x.size, params, 0))",
    "structure": "reveal_type(jax.tree.structure(params) == jax.tree.structure(state.params))",
    "map with paths": "reveal_type(jax.tree_util.tree_map_with_path(lambda path, x: x * 2, params))",
    "all": "reveal_type(jax.tree.all({'a': True, 'b': False}))",
    "a gradient has the structure of its argument": (
        "def loss(p):\n    return (p['w'] ** 2).sum() + p['b'].sum()\n\n"
        "g = jax.grad(loss)({'w': w, 'b': b})\n"
        "reveal_type(g)\n"
        "new = jax.tree.map(lambda p, g: p - 0.1 * g, {'w': w, 'b': b}, g)\n"
        "reveal_type(new)\n"
    ),
    "jit returns trees": (
        "@jax.jit\ndef step(state):\n    return state._replace(step=state.step + 1)\n\nreveal_type(step(state))\n"
    ),
    "a registered dataclass": """
        import dataclasses

        @jax.tree_util.register_dataclass
        @dataclasses.dataclass
        class Pair:
            a: object
            b: object

        p = jax.tree.map(lambda x: x.astype(jnp.float16), Pair(w, b))
        reveal_type((p.a, p.b))
    """,
    "a registered class": """
        @jax.tree_util.register_pytree_node_class
        class Pair:
            def __init__(self, a, b):
                self.a, self.b = a, b

            def tree_flatten(self):
                return (self.a, self.b), None

            @classmethod
            def tree_unflatten(cls, aux, children):
                return cls(*children)

        p = jax.tree.map(lambda x: x.astype(jnp.float16), Pair(w, b))
        reveal_type((p, p.a, p.b))
    """,
    "vmap and stacked trees": (
        "stacked = jax.tree.map(lambda *xs: jnp.stack(xs), {'a': b}, {'a': b})\n"
        "reveal_type(stacked)\n"
        "reveal_type(jax.vmap(lambda p: p['a'] * 2)(stacked))\n"
    ),
    "scan over a tree": (
        "def body(carry, x):\n    return {'s': carry['s'] + x['x'].sum()}, x['x'] * 2\n\n"
        "reveal_type(jax.lax.scan(body, {'s': jnp.zeros(())}, {'x': jnp.ones((4, 2))}))\n"
    ),
    "None is an empty tree": "reveal_type((jax.tree.map(lambda x: 1, None), jax.tree.leaves([None, w])))",
    "empty containers": "reveal_type(jax.tree.map(lambda x: 1, {'a': [], 'b': (), 'c': {}}))",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_programs(program):
    from textwrap import dedent

    same(HEAD + dedent(program))


def test_metadata_makes_a_field_static():
    same(
        """
        from dataclasses import dataclass, field

        import jax
        import jax.numpy as jnp

        @jax.tree_util.register_dataclass
        @dataclass
        class Layer:
            weight: jax.Array
            scale: float = field(default=2.0, metadata=dict(static=True))

        layer = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), Layer(jnp.ones(3)))
        reveal_type(layer.weight)
        reveal_type(layer.scale)
        reveal_type(len(jax.tree.leaves(layer)))
        """
    )


def test_texts_and_numbers_of_a_registered_class_are_no_leaves() -> None:
    same("""
    import dataclasses
    import jax
    import jax.numpy as jnp

    @dataclasses.dataclass
    class System:
        kinds: str
        count: int
        position: jax.Array

    def flatten(system):
        return ((jax.tree_util.GetAttrKey("position"), system.position),), (system.kinds, system.count)

    jax.tree_util.register_pytree_with_keys(System, flatten, lambda kept, children: System(*kept, *children))
    system = jax.tree.map(jnp.asarray, System("12", 3, jnp.ones(3, jnp.float16)))
    reveal_type(system.position)
    reveal_type(system.kinds)
    reveal_type(system.count)
    reveal_type(jnp.array([n for n, kind in enumerate(system.kinds) if kind in "123"]))
    """)


def test_a_function_that_is_mapped_over_an_unknown_tree_gives_an_unknown_tree():
    covers("""
    import json
    import jax
    import jax.numpy as jnp

    unknown = json.loads('{"w": 1.5}')
    halves = jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.bfloat16), unknown)
    reveal_type(isinstance(halves, dict))
    reveal_type(hasattr(halves, "items"))
    """)


def test_constructors_run_again_where_jax_rebuilds_instances() -> None:
    pytest.importorskip("equinox")
    pytest.importorskip("flax")
    same("""
    import dataclasses
    import functools

    import equinox as eqx
    import flax.struct
    import jax
    import jax.numpy as jnp

    one, small = jnp.ones(1), jnp.ones(1, jnp.int8)

    class Scaled:
        def __post_init__(self):
            object.__setattr__(self, "a", self.a * 1.0)

    @jax.tree_util.register_dataclass
    @dataclasses.dataclass
    class Decorated(Scaled):
        a: object
        n: int = dataclasses.field(default=2, metadata=dict(static=True))

    @flax.struct.dataclass
    class OfFlax(Scaled):
        a: object

    class Node(flax.struct.PyTreeNode):
        a: object

        def __post_init__(self):
            object.__setattr__(self, "a", self.a * 1.0)

    class OfEquinox(eqx.Module):
        a: object

        def __init__(self, a):
            self.a = a * 1.0

    class Plain:
        def __init__(self, n, a):
            self.a, self.n = a * 1.0, n

    jax.tree_util.register_dataclass(Plain, data_fields=["a"], meta_fields=["n"])

    @functools.partial(jax.tree_util.register_dataclass, data_fields=["a"], meta_fields=[])
    class Partly:
        def __init__(self, a):
            self.a = a * 1.0

    @jax.tree_util.register_pytree_node_class
    class Node2:
        def __init__(self, a):
            self.a = a * 1.0

        def tree_flatten(self):
            return (self.a,), None

        @classmethod
        def tree_unflatten(cls, _, children):
            return cls(*children)

    def cast(v):
        return v.astype(jnp.int8)

    def use(d):
        d = jax.tree.map(cast, d)
        reveal_type(d.a)
        object.__setattr__(d, "a", small)
        reveal_type(d.a)
        reveal_type(jax.jit(lambda v: v.a)(d))
        object.__setattr__(d, "a", small)
        reveal_type(jax.jit(lambda v: v)(d).a)
        reveal_type(jax.lax.scan(lambda c, x: (c, c.a), jax.tree.map(cast, d), None, length=2)[1])
        reveal_type(jax.vmap(lambda v: v.a)(jax.tree.map(cast, d)))
        leaves, tree = jax.tree.flatten(d)
        reveal_type(jax.tree.unflatten(tree, [small]).a)

    use(Decorated(one))
    use(OfFlax(one))
    use(Node(one))
    use(OfEquinox(one))
    use(Plain(3, one))
    use(Partly(one))
    use(Node2(one))
    reveal_type(jax.grad(lambda v: v.a.sum())(Decorated(one)).a)
    """)


def test_a_field_that_no_constructor_takes_is_made_again() -> None:
    same("""
    import dataclasses

    import jax
    import jax.numpy as jnp

    @dataclasses.dataclass
    class D:
        a: object
        b: object = dataclasses.field(init=False)

        def __post_init__(self):
            self.b = self.a * 2

    jax.tree_util.register_dataclass(D, data_fields=["a"], meta_fields=[])
    reveal_type(jax.tree.map(lambda v: v.astype(jnp.int8), D(jnp.ones(1))).b)
    """)


def test_a_constructor_that_changes_the_dtype_at_each_call_gives_unknown_leaves() -> None:
    covers("""
    import dataclasses

    import jax
    import jax.numpy as jnp

    @jax.tree_util.register_dataclass
    @dataclasses.dataclass
    class Turned:
        a: object

        def __post_init__(self):
            self.a = self.a.astype(jnp.int8 if self.a.dtype == jnp.float32 else jnp.float32)

    reveal_type(jax.jit(lambda v: v)(Turned(jnp.ones(1))).a)
    """)


def test_the_arguments_of_a_partial_of_jax_are_leaves() -> None:
    same("""
    import functools

    import jax
    import jax.numpy as jnp
    from jax.tree_util import Partial

    def scaled(s, x, *, t=1):
        return s * x * t

    partial = Partial(scaled, jnp.ones(2, jnp.float16), t=jnp.ones(2, jnp.int8))
    reveal_type(partial(jnp.ones(2)))
    reveal_type(jax.tree.map(lambda v: v.astype(jnp.int8), partial)(2))
    reveal_type([leaf.dtype for leaf in jax.tree.leaves(partial)])
    reveal_type(jax.jit(lambda p, x: p(x))(partial, jnp.ones(2, jnp.bfloat16)))
    reveal_type(jax.jit(lambda: Partial(scaled, jnp.ones(2, jnp.float16)))()(2))
    reveal_type(len(jax.tree.leaves(functools.partial(scaled, 1.0))))
    """)


def test_what_jax_calls_for_pytrees_has_no_certain_dtypes() -> None:
    records = interpreted_records("""
    import dataclasses

    import jax
    import jax.numpy as jnp

    @jax.tree_util.register_dataclass
    @dataclasses.dataclass
    class D:
        a: object

        def __post_init__(self):
            self.a = jnp.abs(self.a)

    jax.tree.map(lambda v: v.astype(jnp.int8), D(jnp.ones(1)))
    """)
    of_abs = records["jnp.abs(self.a)"]
    assert list(of_abs.arrays) == ["float32"]
    assert of_abs.causes


def interpreted_records(program: str) -> dict[str, ExpressionRecord]:
    """The records of a program's expressions by their texts."""
    with written(program) as files:
        run = Program(files).interpret()
    return {ast.unparse(one.node): one for one in run.records.expressions.values()}
