"""Transformations of lambdas and of JAX's functions that are called in the same expression."""

from functools import partial
from typing import Any, assert_type

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bool_, float16, float32, int8, int32, weak_float


def vectorized(x: Array[float16], f: Array[float32], i: Array[int8]) -> None:
    assert_type(jax.vmap(lambda v: v * v)(x), Array[float16])
    assert_type(jax.vmap(lambda v, w: v * w)(x, f), Array[float32])
    assert_type(jax.vmap(lambda v, w: v[w], in_axes=(None, 0))(x, i), Array[float16])
    assert_type(jax.vmap(lambda pair: pair[0] * pair[1])((i, x)), Array[float16])
    assert_type(jax.vmap(lambda v: (v + 1, {"a": v.astype("int8")}))(x), tuple[Array[float16], dict[str, Array[int8]]])
    assert_type(jax.vmap(jnp.add)(i, x), Array[float16])
    assert_type(jax.vmap(jnp.power, in_axes=(0, None))(x, 2 * x[0]), Array[float16])


def compiled(x: Array[float16], i: Array[int8], w: Array[weak_float]) -> None:
    assert_type(jax.jit(lambda v: v * 2)(x), Array[float16])
    assert_type(jax.jit(lambda v: v * 2)(2.0), Array[weak_float])
    assert_type(jax.jit(lambda v: (v, v.sum()))(i), tuple[Array[int8], Array[int32]])
    assert_type(jax.jit(lambda v: 1.0)(x), Array[weak_float])
    assert_type(jax.jit(jnp.tanh)(i), Array[float32])
    assert_type(jax.jit(jnp.multiply)(w, x), Array[float16])
    assert_type(jax.checkpoint(lambda v: v * 2.0)(x), Array[float16])
    assert_type(jax.jit(jax.vmap(lambda v: v / 2))(x), Array[float16])


def differentiated(x: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    assert_type(jax.grad(lambda v: (v * v).sum())(x), Array[float16])
    assert_type(jax.grad(lambda v, s: (v * s).sum())(x, f), Array[float16])
    assert_type(jax.grad(jnp.sum)(f), Array[float32])
    assert_type(jax.value_and_grad(lambda v: (v * f).sum())(x), tuple[Array[float32], Array[float16]])
    assert_type(jax.vmap(jax.grad(lambda v: v * v))(f), Array[float32])
    assert_type(jax.grad(lambda v: v * v)(w), Array[weak_float])


def of_unknown_arrays(u: Array[Any], x: Array[float16]) -> None:
    assert_type(jax.vmap(lambda v: v * 2)(u), Any)
    assert_type(jax.vmap(lambda v, w: v * w)(x, u), Any)


doubled = jax.vmap(lambda v: v * 2)


def unspecified(x: jax.Array, y: jax.Array) -> jax.Array:
    return (x * y).sum()


def held_by_variables(x: Array[float16], f: Array[float32], i: Array[int8]) -> None:
    """A variable that is assigned once has the type of its value."""
    product = jax.vmap(lambda v, w: v * w)
    assert_type(product(x, f), Array[float32])
    assert_type(doubled(i), Array[int8])
    assert_type(jax.jit(product)(x, x), Array[float16])
    slope = jax.grad(lambda v: (v**2).sum())
    assert_type(slope(x), Array[float16])
    assert_type(jax.grad(unspecified)(f, x), Array[float32])
    both = jax.value_and_grad(unspecified)
    assert_type(both(x, x), tuple[Array[float16], Array[float16]])
    assert_type(jax.jit(unspecified)(f, f), Array[float32])
    halved = jax.jit(lambda v: v / 2)
    assert_type(halved(i), Array[float32])
    square = lambda v: v * v  # noqa: E731
    assert_type(square(i), Array[int8])
    assert_type(square(2.0), Any)
    either = lambda v: v + 1  # noqa: E731
    if i.ndim > 1:
        either = lambda v: v + f  # noqa: E731
    assert_type(either(x), Any)
    down = lambda v: v if v.ndim == 0 else down(v[0])  # type: ignore[has-type]  # noqa: E731
    down(x).dtype


def derivatives(x: Array[float16], f: Array[float32]) -> None:
    assert_type(jax.jacfwd(lambda v: v.astype(float32))(x), Array[float32])
    assert_type(jax.jacrev(lambda v: v.astype(float32))(x), Array[float16])
    assert_type(jax.hessian(lambda v: (v**3).sum())(f), Array[float32])
    jacobian = jax.jacfwd(lambda v, w: v * w)
    assert_type(jacobian(x, f), Array[float32])
    assert_type(jax.vjp(lambda v: v * 2, x)[0], Array[float16])
    value, pull = jax.vjp(lambda v, w: v * w, x, f)
    assert_type(value, Array[float32])
    pull(value)[0].dtype
    assert_type(jax.jvp(lambda v: jnp.sin(v), (x,), (x,)), tuple[Array[float16], Array[float16]])
    assert_type(jax.linearize(lambda v: v**2, x)[0], Array[float16])
    jax.vjp(lambda v: (v, 1), x, has_aux=True)[2]


def derivatives_of_functions(x: Array[float16], f: Array[float32], i: Array[int8]) -> None:
    """Tangents and cotangents of JAX's own functions have the dtypes of the primals, except for integers."""
    value, pull = jax.vjp(jnp.sin, x)
    assert_type(value, Array[float16])
    assert_type(pull(value), tuple[Array[float16]])
    product, pull_both = jax.vjp(lambda v, w: v * w, x, f)
    assert_type(pull_both(product), tuple[Array[float16], Array[float32]])
    assert_type(jax.vjp(partial(jnp.sum, axis=0), x[None])[1](x)[0], Array[float16])
    assert_type(jax.vjp(lambda v, n: v * n, x, i)[1](x), tuple[Array[float16], Any])
    assert_type(jax.vjp(lambda tree: tree["x"] * 2, {"x": x})[1](x)[0]["x"], Array[float16])
    assert_type(jax.vjp(lambda v: (v, 1), x, has_aux=True)[1](x), tuple[Array[float16]])
    assert_type(jax.jvp(jnp.sin, (x,), (x,)), tuple[Array[float16], Array[float16]])
    assert_type(jax.jvp(jax.grad(lambda v: (v**2).sum()), (f,), (f,))[1], Array[float32])
    assert_type(jax.linearize(jnp.sin, x)[1](x), Array[float16])


def pulled_back_twice(x: Array[float16], f: Array[float32]) -> None:
    value, pull = jax.vjp(lambda v, w: v * w, x, f)
    pull(value)[0].dtype
    value, pull = jax.vjp(jnp.sin, x)
    pull(value)[0].dtype
    both = jax.vjp(jnp.sin, f)
    both = jax.vjp(lambda v, w: v * w, f, f)
    both[1](f)[1].dtype


def trees_assigned_again(x: Array[float16]) -> None:
    grads = jax.grad(lambda p: p["w"].sum())({"w": x})
    assert_type(grads["w"], Array[float16])
    grads = jax.tree.map(lambda g: g > 0, grads)
    assert_type(grads["w"], Array[bool_])
    halves = jnp.split(jnp.stack([x, x]), 2)
    halves = jnp.split(jnp.stack([x, x]) > 0, 2)
    assert_type(halves[0], Array[bool_])
    (first, second), last = jax.jit(lambda v: ((v, v > 0), 1))(x)
    (second, first), last = jax.jit(lambda v: ((v, v > 0), v.sum()))(x)
    assert_type((first, second, last), tuple[Array[bool_], Array[float16], Array[float16]])
    params = {"w": x}
    params = jax.tree.map(lambda p: p.astype("int8"), params)
    assert_type(params["w"], Array[int8])
