"""Derivatives, Jacobians and other transformations, by running small programs twice."""

from __future__ import annotations

import pytest
from abstract import reveals, same

ARRAYS = ("jnp.ones(3)", "jnp.ones(3, jnp.bfloat16)", "jnp.ones(3, jnp.float16)")
CASTS = ("bfloat16", "float16", "float32")


@pytest.mark.parametrize("transformation", ["jacfwd", "jacrev", "jacobian"])
def test_jacobians_of_arrays(transformation: str) -> None:
    lines = ["import jax", "import jax.numpy as jnp"]
    for array in ARRAYS:
        for cast in CASTS:
            lines.append(f"reveal_type(jax.{transformation}(lambda x: (x * 2).astype('{cast}'))({array}))")
    lines.append(f"reveal_type(jax.{transformation}(lambda x: x * jnp.ones(2))(1.5))")
    lines.append(f"reveal_type(jax.{transformation}(lambda x: x * 2)(1.5))")
    lines.append(f"reveal_type(jax.jit(jax.{transformation}(lambda x: x * 2))(1.5))")
    same("\n".join(lines))


TREES = """
    import jax
    import jax.numpy as jnp

    def f(p):
        return {"a": p["x"] * p["y"].astype(jnp.float32), "b": [p["y"]]}

    p = {"x": jnp.ones(2), "y": jnp.ones(2, jnp.bfloat16)}
    reveal_type(jax.jacfwd(f)(p))
    reveal_type(jax.jacrev(f)(p))
    reveal_type(jax.hessian(lambda p: f(p)["a"].sum())(p))
    g = lambda x, y: x * y.astype(jnp.float32)
    x, y = p["x"], p["y"]
    reveal_type(jax.jacfwd(g, argnums=(0, 1))(x, y))
    reveal_type(jax.jacrev(g, argnums=(0, 1))(x, y))
    reveal_type(jax.jacrev(g, argnums=1)(x, y))
    reveal_type(jax.jacfwd(lambda x: (x * 2, x.astype(jnp.float16)), has_aux=True)(y))
    reveal_type(jax.jacrev(lambda x: (x * 2, x.astype(jnp.float16)), has_aux=True)(y))
    reveal_type(jax.hessian(lambda x: (x * x).sum().astype(jnp.float32))(y))
    reveal_type(jax.hessian(lambda x: x * x)(2.0))
    reveal_type(jax.hessian(g, argnums=(0, 1))(x, y))
"""


def test_jacobians_of_trees() -> None:
    same(TREES)


KEPT = """
    import jax
    import jax.numpy as jnp
    from functools import partial

    @jax.custom_vjp
    def f(x):
        return x * 2

    f.defvjp(lambda x: (f(x), x), lambda x, g: (g * 2 + x * 0,))
    for dtype in (jnp.bfloat16, jnp.float32):
        x = jnp.ones(3, dtype)
        reveal_type(jax.grad(lambda x: f(x * 3).sum() + x.sum())(x))
        reveal_type(jax.value_and_grad(lambda x: (f(x).sum(), x), has_aux=True)(x))
        reveal_type(jax.vjp(f, x)[1](x))
        reveal_type(jax.jacrev(lambda x: f(x))(x))

    @partial(jax.custom_vjp, nondiff_argnums=(0,))
    def apply(h, x, y):
        return h(x) * y

    apply.defvjp(lambda h, x, y: (apply(h, x, y), (x, y)), lambda h, saved, g: ((g * saved[1]).astype(saved[0].dtype), None))
    reveal_type(jax.grad(lambda x, y: apply(jnp.sin, x * 1, y * 1), argnums=(0, 1))(jnp.float16(1), jnp.float32(2)))
"""
WIDER = """
    import jax
    import jax.numpy as jnp

    @jax.custom_vjp
    def dot(x, w):
        return x @ w

    dot.defvjp(lambda x, w: (dot(x, w), (x, w)), lambda s, g: (g @ s[1].T, s[0].T @ g.astype(jnp.float32)))
    x, w = jnp.ones((4, 8), jnp.bfloat16), jnp.ones((8, 2), jnp.bfloat16)
    reveal_type(dot(x, w))
    reveal_type(jax.grad(lambda w: dot(x, w).sum())(w))
    reveal_type(jax.grad(lambda x: dot(x, w).sum())(x))
    reveal_type(jax.grad(lambda p: dot(x, p["w"]).sum())({"w": w}))
    reveal_type(jax.grad(lambda x, w: dot(x, w).sum(), argnums=(0, 1))(x, w))
    reveal_type(jax.vjp(dot, x, w)[1](dot(x, w)))
"""
HIDDEN = """
    import jax
    import jax.numpy as jnp

    @jax.custom_vjp
    def f(x):
        return x * 2

    f.defvjp(lambda x: (f(x), x), lambda x, g: (g.astype(jnp.float32),))
    x = jnp.ones(4, jnp.bfloat16)
    reveal_type(jax.grad(lambda x: f(x.reshape(2, 2)).sum())(x))
    reveal_type(jax.grad(lambda x: (x.sum(), f(x)), has_aux=True)(x)[0])
    reveal_type(jax.grad(jax.jit(lambda x: f(x).sum()))(x))
"""


def test_rules_that_keep_the_dtype_of_the_argument() -> None:
    same(KEPT)


def test_rules_that_widen_gradients() -> None:
    same(WIDER)


def test_rules_that_widen_gradients_of_arrays_that_are_not_followed() -> None:
    assert reveals(HIDDEN) == ["array", "bfloat16 | float32", "float32"]


def test_eval_shape_keeps_weak_types() -> None:
    same("""
        import jax
        import jax.numpy as jnp

        weak = jax.eval_shape(lambda x: x * 2, 1.5)
        strong = jax.eval_shape(lambda x: x * 2, jnp.float32(1.5))
        for shape in (weak, strong, jax.ShapeDtypeStruct((), jnp.float32)):
            reveal_type(jax.eval_shape(lambda a: a * jnp.ones(3, jnp.bfloat16), shape).dtype.name)
            reveal_type(shape.dtype.name)
        reveal_type(jnp.ones(2, jnp.bfloat16).astype(weak.dtype))
    """)
