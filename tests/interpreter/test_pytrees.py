"""Pytrees: containers, named tuples, dataclasses and registered classes in `jax.tree` and in transformations."""

from __future__ import annotations

import pytest
from abstract import covers, same

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
