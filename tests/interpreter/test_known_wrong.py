"""Values that the interpreter states wrongly today. Each test becomes an error of the suite once its fault is mended."""

from __future__ import annotations

import pytest
from abstract import same

GENERATOR = """
    import jax.numpy as jnp

    state = {"x": jnp.ones(3, jnp.bfloat16)}

    def items():
        yield state["x"]

    made = items()
    state["x"] = jnp.ones(3, jnp.float16)
    reveal_type(next(made))
"""
STOPPED = """
    import jax
    import jax.numpy as jnp

    @jax.custom_vjp
    def f(x):
        return x * 2

    f.defvjp(lambda x: (f(x), x), lambda x, g: (g.astype(jnp.float32),))
    x = jnp.ones((), jnp.bfloat16)
    reveal_type(jax.grad(lambda x: jax.lax.stop_gradient(f(x)) + x)(x))
"""
CACHED = """
    import jax
    import jax.numpy as jnp

    scale = jnp.ones((), jnp.bfloat16)

    @jax.jit
    def scaled(x):
        return x * scale

    x = jnp.ones(3, jnp.bfloat16)
    first = scaled(x)
    scale = jnp.ones((), jnp.float32)
    reveal_type(scaled(x))
"""


@pytest.mark.xfail(strict=True, reason="the body of a generator runs at its call, not at the first next()")
def test_a_generator_reads_what_is_stored_after_its_call():
    same(GENERATOR)


@pytest.mark.xfail(strict=True, reason="the rules of a custom_vjp count even if no gradient passes them")
def test_the_gradient_of_a_stopped_function():
    same(STOPPED)


@pytest.mark.xfail(strict=True, reason="jit keeps its first trace, the interpreter evaluates the function again")
def test_a_jitted_function_keeps_its_globals():
    same(CACHED)
