"""Derivatives, Jacobians and other transformations, by running small programs twice."""

from __future__ import annotations

import pytest
from abstract import covers, reveals, same

ARRAYS = ("jnp.ones(3)", "jnp.ones(3, jnp.bfloat16)", "jnp.ones(3, jnp.float16)")
CASTS = ("bfloat16", "float16", "float32")


@pytest.mark.parametrize("transformation", ["jacfwd", "jacrev", "jacobian"])
def test_jacobians_of_arrays(transformation: str) -> None:
    lines = ["import jax", "import jax.numpy as jnp"]
    for array in ARRAYS:
        lines += [f"reveal_type(jax.{transformation}(lambda x: (x * 2).astype('{c}'))({array}))" for c in CASTS]
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
STOPPED = """
    import jax
    import jax.numpy as jnp

    @jax.custom_vjp
    def f(x):
        return x * 2

    f.defvjp(lambda x: (f(x), x), lambda x, g: (g.astype(jnp.float32),))
    x = jnp.ones((), jnp.bfloat16)
    reveal_type(jax.grad(lambda x: jax.lax.stop_gradient(f(x)) + x)(x))
    reveal_type(jax.grad(lambda x: (f(x), x)[1])(x))
    reveal_type(jax.grad(lambda x: jnp.sign(f(x)) + x)(x))
    reveal_type(jax.grad(lambda x: (f(x) > 0) * x)(x))
    reveal_type(jax.grad(lambda x: jnp.round(f(x)) + x)(x))
    reveal_type(jax.grad(lambda x: x + f(x).astype(int).astype(jnp.bfloat16))(x))
"""
PASSED = """
    import jax
    import jax.numpy as jnp

    @jax.custom_vjp
    def f(x):
        return x * 2

    f.defvjp(lambda x: (f(x), x), lambda x, g: (g.astype(jnp.float32),))
    x = jnp.ones((), jnp.bfloat16)
    reveal_type(jax.grad(lambda x: f(x))(x))
    reveal_type(jax.grad(lambda x: f(x) * 0)(x))
    reveal_type(jax.grad(lambda x: -f(x) / 2 + f(x))(x))
    reveal_type(jax.grad(lambda x: jnp.exp(f(x).reshape(1)[0]))(x))
    reveal_type(jax.vjp(lambda x: (f(x), jnp.sign(f(x))), x)[1]((x, x))[0])
"""


def test_rules_that_keep_the_dtype_of_the_argument() -> None:
    same(KEPT)


def test_rules_that_widen_gradients() -> None:
    same(WIDER)


def test_rules_behind_functions_that_stop_gradients() -> None:
    covers(STOPPED)


def test_rules_that_gradients_certainly_pass() -> None:
    same(PASSED)


def test_rules_that_widen_gradients_of_arrays_that_are_not_followed() -> None:
    assert reveals(HIDDEN) == ["array", "bfloat16 | float32", "float32"]


def test_the_axes_of_vmap_may_be_a_tree() -> None:
    same(
        """
        import jax
        import jax.numpy as jnp

        def f(x, pair):
            reveal_type((x.ndim, pair["a"].ndim, pair["b"].ndim))
            return x if x.ndim == 1 else x.astype(jnp.float16), pair["b"]

        pair = {"a": jnp.ones((4, 3)), "b": jnp.ones(5, jnp.bfloat16)}
        first, second = jax.vmap(f, in_axes=(1, {"a": 0, "b": None}), out_axes=(1, None))(jnp.ones((2, 4)), pair)
        reveal_type((first, first.shape, second, second.shape))
        reveal_type(jnp.vectorize(lambda x: x * 2)(jnp.ones((2, 3), jnp.bfloat16)))
        reveal_type(jnp.moveaxis(jnp.ones((2, 3, 4)), 0, -1).shape)
        reveal_type(jax.lax.dot_general(jnp.ones((5, 2, 3)), jnp.ones((5, 3, 4)), (((2,), (1,)), ((0,), (0,)))).shape)
        sizes = (2, 3)
        reveal_type(jnp.ones(6).reshape(*sizes).shape)
        parts = jnp.split(jnp.ones(6), jnp.asarray([2, 4]))
        reveal_type(dict(zip("abc", parts))["a"])
        """
    )


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


FUNCTIONS = """
    import jax
    import jax.numpy as jnp
    import jax.experimental.checkify
    import jax.flatten_util
    b, f, i, w = jnp.ones((3, 3), jnp.bfloat16), jnp.ones((3, 3)), jnp.arange(9).reshape(3, 3), 1.5
    key = jax.random.key(0)
    reveal_type(jax.linear_transpose(lambda x: x.astype(jnp.float32) * 2, b)(f))
    reveal_type(jax.linear_transpose(lambda x: {"a": x * 2}, b)({"a": b}))
    conv, consts = jax.closure_convert(lambda x: x * b, f)
    reveal_type(conv(f, *consts))
    reveal_type(jnp.vectorize(lambda x, y: x * y)(b, f))
    reveal_type(jnp.vectorize(lambda x: x.sum(), signature="(n)->()")(b))
    reveal_type(jax.named_call(lambda x: x * 2, name="f")(b))
    reveal_type(jax.lax.map(lambda x: x * f[0], b, batch_size=2))
    reveal_type(jax.lax.platform_dependent(b, cpu=lambda x: x * 2, default=lambda x: x + 1))
    reveal_type(jax.lax.reduce(b, jnp.bfloat16(0), jax.lax.add, (0,)))
    reveal_type(jax.lax.reduce_window(f, 0.0, jax.lax.add, (2, 2), (1, 1), "VALID"))
    reveal_type(jax.lax.reduce_window(b, jnp.bfloat16(0), jax.lax.max, (2, 2), (1, 1), "VALID"))
    reveal_type(jnp.apply_along_axis(lambda v: v.sum() * 2.0, 0, b))
    reveal_type(jnp.apply_over_axes(jnp.sum, b, [0, 1]))
    reveal_type(jnp.piecewise(b, [b > 0, b < 0], [lambda x: x * 2.0, 1.0]))
    reveal_type(jnp.frompyfunc(lambda x, y: x + y, 2, 1)(b, b))
    reveal_type(jnp.add.reduce(b, axis=0))
    reveal_type(jnp.add.reduce(i))
    reveal_type(jnp.add.outer(b, f))
    reveal_type(jnp.multiply.accumulate(b))
    reveal_type(jnp.add.at(b, 0, 1.0, inplace=False))
    reveal_type(jnp.logaddexp.reduce(b))
    reveal_type(jnp.linalg.det(f))
    reveal_type(jnp.linalg.det(i))
    reveal_type(jnp.angle(i))
    reveal_type(jnp.angle(f * 1j))
    reveal_type(jax.random.permutation(key, b))
    reveal_type(jax.random.permutation(key, 5))
    reveal_type(jax.random.choice(key, b))
    reveal_type(jax.random.choice(key, 5))
    reveal_type(jax.random.choice(key, i, (2,), p=jnp.ones(3)))
    reveal_type(jax.random.key_data(key))
    reveal_type(jax.random.fold_in(key, 1))
    reveal_type(jax.random.split(key, 2))
    reveal_type(jax.random.bits(key))
    reveal_type(jax.random.wrap_key_data(jax.random.key_data(key)))
    reveal_type(jax.random.clone(key))
    reveal_type(jax.lax.custom_root(lambda x: x * x - 2.0, b[0, 0], lambda g, x: x * 2.0, lambda g, y: y / g(b[0, 0])))
    reveal_type(jax.lax.custom_linear_solve(lambda x: x * 2, b, lambda m, y: y / 2, lambda m, y: y / 2))
    reveal_type(jax.pure_callback(lambda x: x.astype("float16"), jax.ShapeDtypeStruct((3,3), jnp.float16), b))
    reveal_type(jax.tree_util.tree_reduce(lambda a, c: a + c, {"a": f, "b": f}, 0.0))
    reveal_type(jax.tree_util.tree_leaves({"a": b, "c": [f]}))
    reveal_type(jax.tree_util.tree_transpose(jax.tree_util.tree_structure([0, 0]), jax.tree_util.tree_structure({"a": 0}), [{"a": b}, {"a": f}]))
    reveal_type(jax.tree_util.tree_map_with_path(lambda p, x: x * 2, {"a": b}))
    reveal_type([x for p, x in jax.tree_util.tree_flatten_with_path({"a": b})[0]])
    reveal_type(jax.pmap(lambda x: x * 2)(b[:1]))
    reveal_type(jax.flatten_util.ravel_pytree({"a": b, "c": f})[0])
    reveal_type(jax.lax.associative_scan(jnp.add, b))
    reveal_type(jax.checkpoint(lambda x: x * 2)(b))
    reveal_type(jax.experimental.checkify.checkify(lambda x: x * 2)(b)[1])
    reveal_type(jnp.select([b > 0], [f], 0))
    reveal_type(jax.nn.one_hot(i, 3))
    reveal_type(jnp.fromfunction(lambda x, y: x * y, (2, 2)))
    reveal_type(jax.jvp(jnp.sin, (b,), (b,)))
    reveal_type(jax.linearize(jnp.sin, b)[1](b))
    reveal_type(jax.jvp(lambda x: x * 2, (1.5,), (1.0,)))
    reveal_type(jax.linear_transpose(lambda x: x * 2, 1.5)(1.0))
    for a in (jnp.ones(3, jnp.int8), jnp.ones(3, jnp.bool_), f, b):
        reveal_type(jnp.add.reduce(a))
        reveal_type(jnp.multiply.reduce(a))
        reveal_type(jnp.maximum.reduce(a))
        reveal_type(jnp.add.accumulate(a))
        reveal_type(jnp.multiply.accumulate(a))
        reveal_type(jnp.maximum.accumulate(a))
        reveal_type(jnp.logical_and.reduce(a))
        reveal_type(jnp.logical_or.accumulate(a))
        reveal_type(jnp.add.reduce(a, dtype=jnp.float16))
        reveal_type(jnp.add.outer(a, 1.5))
        reveal_type(jnp.add.at(a, 0, 1, inplace=False))
        reveal_type(jnp.frompyfunc(lambda x, y: x * y, 2, 1)(a, 2))
        reveal_type(jnp.frompyfunc(lambda x: (x, x * 1.5), 1, 2)(a))
        reveal_type(jnp.where(a, b[0], 1.0))
        reveal_type(jnp.apply_along_axis(lambda v, k: v * k, 0, a, 2.5))
    reveal_type(jnp.fromfunction(lambda x, y: x * y, (2, 2), dtype=int))
"""


@pytest.mark.slow
def test_functions_that_call_functions() -> None:
    same(FUNCTIONS)


def test_collectives_of_trees() -> None:
    same("""
    import jax, jax.numpy as jnp

    def step(params, flag):
        summed = jax.lax.psum({"a": params["a"], "n": 1}, "i")
        mean = jax.lax.pmean((params["a"], params["b"]), axis_name="i")
        largest = jax.lax.pmax(params, "i")
        reveal_type(summed["a"])
        reveal_type(mean[1])
        reveal_type(largest["flag"])
        reveal_type(jax.lax.all_gather(params["a"], "i"))
        return params

    params = {"a": jnp.ones((2, 3), jnp.bfloat16), "b": jnp.ones((2, 3)), "flag": jnp.ones((2, 3), bool)}
    jax.vmap(step, axis_name="i", in_axes=(0, None))(params, None)
    reveal_type(jax.vmap(lambda x: x * jax.lax.psum(1, "i"), axis_name="i")(jnp.ones(2, jnp.bfloat16)))
    """)


def test_functions_that_only_name_or_place_arrays() -> None:
    same("""
    import jax
    import jax.numpy as jnp
    from jax.ad_checkpoint import checkpoint_name

    tree = checkpoint_name({"a": jnp.ones(3, jnp.bfloat16), "b": jnp.ones(3)}, "tree")
    reveal_type(tree["a"])
    reveal_type(jax.jit(lambda x: checkpoint_name(2 * x, "doubled"))(tree["a"]))
    """)
