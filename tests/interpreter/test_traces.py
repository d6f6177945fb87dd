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
