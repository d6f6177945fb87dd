"""Functions that JAX traces once: what they read later, and change later, does not count."""

from __future__ import annotations

import pytest
from abstract import covers, same

TRACED = """
    import jax, functools
    import jax.numpy as jnp
    from jax import lax

    scale = jnp.ones((), jnp.bfloat16)
    calls = []

    @jax.jit
    def scaled(x):
        calls.append(1)
        return x * scale

    def plain(x):
        return x * scale

    x = jnp.ones(3, jnp.bfloat16)
    first = scaled(x)
    plain_jit = jax.jit(plain)
    reveal_type(plain_jit(x))
    reveal_type(lax.scan(lambda c, _: (c, c * scale), x, None, length=2)[1])
    def body(c, _):
        return c, c * scale
    reveal_type(lax.scan(body, x, None, length=2)[1])
    reveal_type(lax.cond(x[0] > 0, plain, plain, x))
    reveal_type(jax.eval_shape(plain, x).dtype)
    reveal_type(jax.checkpoint(plain)(x))
    scale = jnp.ones((), jnp.float32)
    reveal_type(scaled(x))
    reveal_type(len(calls))
    reveal_type(plain_jit(x))
    reveal_type(jax.jit(plain)(x))
    reveal_type(lax.scan(lambda c, _: (c, c * scale), x, None, length=2)[1])
    reveal_type(lax.scan(body, x, None, length=2)[1])
    reveal_type(lax.cond(x[0] > 0, plain, plain, x))
    reveal_type(jax.eval_shape(plain, x).dtype)
    reveal_type(jax.checkpoint(plain)(x))
    reveal_type(plain(x))
    reveal_type(scaled(x.astype(jnp.float16)))
    reveal_type(len(calls))
    reveal_type(scaled(jnp.ones(4, jnp.bfloat16)))

    class Model:
        def __init__(self, w):
            self.w = w
        @functools.partial(jax.jit, static_argnums=0)
        def __call__(self, x):
            return x * self.w
        @jax.jit
        def other(x):
            return x * scale

    m = Model(jnp.ones((), jnp.bfloat16))
    reveal_type(m(x))
    m.w = jnp.ones((), jnp.float32)
    reveal_type(m(x))
    reveal_type(Model(jnp.ones((), jnp.float16))(x))

    def make(w):
        @jax.jit
        def f(x):
            return x * w
        return f
    a, b = make(jnp.ones((), jnp.bfloat16)), make(jnp.ones((), jnp.float32))
    reveal_type(a(x))
    reveal_type(b(x))
    for dtype in (jnp.bfloat16, jnp.float16, jnp.float32):
        f = jax.jit(lambda x: x.astype(dtype))
        reveal_type(f(x))
        @jax.jit
        def g(x):
            return x.astype(dtype)
        reveal_type(g(x))
        reveal_type(jax.jit(lambda x: {"a": x.astype(dtype)})(x))
    vf = jax.jit(jax.vmap(lambda x: x * scale))
    reveal_type(vf(x))
    scale = jnp.ones((), jnp.float16)
    reveal_type(vf(x))
    with jax.enable_x64(True):
        reveal_type(scaled(x))
"""
FILTERED = """
    import equinox as eqx, jax, jax.numpy as jnp
    scale = jnp.ones((), jnp.bfloat16)
    class M(eqx.Module):
        w: jax.Array
        n: int = eqx.field(static=True)
        @eqx.filter_jit
        def __call__(self, x):
            return x * self.w * scale
    m = M(jnp.ones((), jnp.bfloat16), 3)
    x = jnp.ones(3, jnp.bfloat16)
    @eqx.filter_jit
    def f(x, flag):
        return x * scale if flag else x
    reveal_type(m(x))
    reveal_type(f(x, True))
    scale = jnp.ones((), jnp.float32)
    reveal_type(m(x))
    reveal_type(f(x, True))
    reveal_type(f(x, False))
    reveal_type(M(x, 4)(x))
"""
MAYBE = """
    import functools
    import os
    import jax
    import jax.numpy as jnp

    scale = jnp.ones((), jnp.bfloat16)

    def f(x):
        return x * scale

    x = jnp.ones(3, jnp.bfloat16)
    jitted = jax.jit(functools.partial(f))
    reveal_type(jitted(x))
    if os.getpid() > 0:
        jax.jit(f)(x)
    scale = jnp.ones((), jnp.float32)
    reveal_type(jitted(x))
    reveal_type(jax.jit(functools.partial(f))(x))
    reveal_type(jax.jit(f)(x))
    functions = []
    for dtype in (jnp.bfloat16, jnp.float32):
        functions.append(jax.jit(lambda x: x.astype(dtype)))
    for _ in range(3):
        for function in functions:
            reveal_type(function(x))
    steps = []
    for _ in range(100):
        step = jax.jit(lambda x: (steps.append(1), x * scale)[1])
        scale = step(scale)
        reveal_type(scale)
        scale = scale.astype(jnp.float16) * x[0]
    reveal_type(scale)
"""


def test_a_trace_is_kept() -> None:
    same(TRACED)


def test_a_filtered_trace_is_kept() -> None:
    pytest.importorskip("equinox")
    same(FILTERED)


def test_a_trace_that_may_be_kept() -> None:
    covers(MAYBE)


FLATTENED = """
    import jax, os
    import jax.numpy as jnp

    @jax.tree_util.register_pytree_node_class
    class Box:
        def __init__(self, x, is_open):
            self.x, self.is_open = x, is_open

        def tree_flatten(self):
            if self.is_open:
                return (self.x,), True
            return (self.x * 2,), False

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(children[0], aux)

    def boxed(x, flag):
        return jax.eval_shape(lambda y: Box(y, flag), x)

    reveal_type(boxed(jnp.zeros(3), len(os.environ) > 1).x.dtype)
"""


def test_a_result_that_code_of_the_program_flattens() -> None:
    covers(FLATTENED)


HEAD_OF_CONTEXTS = """
import jax
import jax.numpy as jnp

options = {"dtype": jnp.float16}

@jax.jit
def cast(x):
    return x.astype(options["dtype"])

x = jnp.ones(2)
cast(x)
options["dtype"] = jnp.int8
"""
KNOWN_CONTEXTS = {
    "precision": 'with jax.default_matmul_precision("float32"):\n    reveal_type(cast(x))\nreveal_type(cast(x))',
    "rank promotion": 'with jax.numpy_rank_promotion("raise"):\n    reveal_type(cast(x))\nreveal_type(cast(x))',
    "the same option as before": "with jax.default_matmul_precision(None):\n    reveal_type(cast(x))",
    "an option for good": 'jax.config.update("jax_default_matmul_precision", "highest")\nreveal_type(cast(x))\n'
    'jax.config.update("jax_default_matmul_precision", None)\nreveal_type(cast(x))',
    "an option that is no part of the key": 'jax.config.update("jax_debug_nans", True)\nreveal_type(cast(x))\n'
    'jax.config.update("jax_debug_nans", False)',
    "all caches": "jax.clear_caches()\nreveal_type(cast(x))",
    "all caches, by a function that has run before": "jax.clear_caches()\nreveal_type(cast(x))\n"
    "def clear():\n    jax.clear_caches()\n    return 1\n"
    'clear()\nreveal_type(cast(x))\noptions["dtype"] = jnp.int16\nreveal_type(cast(x))\nclear()\nreveal_type(cast(x))',
}
OPEN_CONTEXTS = {
    "a device": "with jax.default_device(jax.devices()[0]):\n    reveal_type(cast(x))\nreveal_type(cast(x))",
    "evaluation now": "with jax.ensure_compile_time_eval():\n    reveal_type(cast(x))\nreveal_type(cast(x))",
    "a mesh": 'with jax.make_mesh((1,), ("a",)):\n    reveal_type(cast(x))\nreveal_type(cast(x))',
    "a mesh that is set": 'with jax.set_mesh(jax.make_mesh((1,), ("a",))):\n    reveal_type(cast(x))\n'
    "reveal_type(cast(x))",
    "another option": 'jax.config.update("jax_check_static_indices", True)\nreveal_type(cast(x))\n'
    'jax.config.update("jax_check_static_indices", False)\nreveal_type(cast(x))',
    "the cache of the function": "cast.clear_cache()\nreveal_type(cast(x))",
    "the cache of another jit of the function": "other = jax.jit(cast.__wrapped__)\nother.clear_cache()\n"
    "reveal_type(cast(x))",
}


@pytest.mark.parametrize("program", KNOWN_CONTEXTS.values(), ids=KNOWN_CONTEXTS)
def test_the_context_is_a_part_of_the_key(program):
    same(HEAD_OF_CONTEXTS + program)


@pytest.mark.parametrize("program", OPEN_CONTEXTS.values(), ids=OPEN_CONTEXTS)
def test_a_function_may_be_traced_again(program):
    covers(HEAD_OF_CONTEXTS + program)


def test_eval_shape_finds_the_traces_of_jit_and_checkpoint_does_not():
    same(
        """
        import jax
        import jax.numpy as jnp

        options = {"dtype": jnp.float16}

        def cast(x):
            return x.astype(options["dtype"])

        x = jnp.ones(2)
        jax.jit(cast)(x)
        options["dtype"] = jnp.int8
        reveal_type(jax.eval_shape(cast, x).dtype == jnp.float16)
        reveal_type(jax.checkpoint(cast)(x))
        options["dtype"] = jnp.int16
        reveal_type(jax.checkpoint(cast)(x))
        reveal_type(jax.jit(cast)(x))
        """
    )
