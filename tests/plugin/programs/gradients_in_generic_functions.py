"""Derivatives inside of generic functions: the gradient of an array of dtype `F` has the dtype `F`."""

import functools
from typing import Generic, NamedTuple, TypeVar

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32, floating

F = TypeVar("F", bound=floating)
C = TypeVar("C", bfloat16, float32)


class Point(NamedTuple, Generic[F]):
    w: Array[F]
    b: Array[F]


def loss(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


def gradient(x: Array[F]) -> Array[F]:
    return jax.grad(lambda t: (t * 2).sum())(x)


def assigned(x: Array[F]) -> Array[F]:
    g = jax.grad(lambda t: jnp.sin(t).sum())(x)
    return g


def step(w: Array[F], x: Array[F]) -> Array[F]:
    value, g = jax.value_and_grad(lambda t: ((t * x) ** 2).mean())(w)
    return w - 0.1 * g


def both(x: Array[F]) -> tuple[Array[F], Array[F]]:
    return jax.value_and_grad(lambda t: jnp.where(t > 0, t, 0).sum())(x)


def of_generic(x: Array[F]) -> Array[F]:
    return jax.grad(loss)(x) + jax.jit(jax.grad(loss))(x) + jax.grad(jax.jit(loss))(x)


def of_generic_with_value(x: Array[F]) -> Array[F]:
    value, g = jax.value_and_grad(loss)(x)
    return x - 0.1 * g


def of_inner(x: Array[F]) -> Array[F]:
    def inner(t: Array[F]) -> Array[F]:
        return (t * x).sum()

    g = jax.vmap(jax.grad(jax.checkpoint(lambda t: (t * 2).sum())))(x)
    return jax.grad(inner)(x) + jax.jit(jax.grad(inner))(x) + g


def of_partial(x: Array[F]) -> Array[F]:
    def inner(u: Array[F], t: Array[F]) -> Array[F]:
        return (u * t).sum()

    return jax.grad(functools.partial(inner, x))(x) + functools.partial(jax.grad(inner), x)(x)


def jacobians(x: Array[F]) -> Array[F]:
    total = jax.jacrev(loss)(x) + jax.jacfwd(loss)(x) + jax.jacrev(lambda t: (t * 2).sum())(x)
    return total + jax.jacfwd(lambda t: (t * 2).sum())(x) + jax.hessian(loss)(x).sum()


def pulled_back(x: Array[F]) -> Array[F]:
    value, pull = jax.vjp(lambda t: (t * 2).sum(), x)
    return pull(value)[0] + jax.vjp(loss, x)[1](x.sum())[0]


def pushed(x: Array[F]) -> Array[F]:
    value, tangent = jax.jvp(lambda t: (t * 2).sum(), (x,), (x,))
    return tangent + jax.linearize(loss, x)[1](x)


def of_second_order(x: Array[F]) -> Array[F]:
    return jax.grad(lambda z: jax.grad(lambda t: (t * t).sum())(z).sum())(x)


def of_tree(x: Array[F]) -> Array[F]:
    g = jax.grad(lambda d: (d["a"] * 2).sum())({"a": x})
    value, h = jax.value_and_grad(lambda d: (d[0] * d[1]).sum())((x, x))
    return g["a"] + h[0] + jax.grad(lambda p: (p.w * p.b).sum())(Point(x, x)).w


def tree(x: Array[F]) -> dict[str, Array[F]]:
    return jax.grad(lambda d: (d["a"] * 2).sum())({"a": x})


def with_aux(x: Array[F]) -> Array[F]:
    g, aux = jax.grad(lambda t: ((t * 2).sum(), t), has_aux=True)(x)
    return g + aux


def of_second_argument(x: Array[F]) -> Array[F]:
    return jax.grad(lambda a, b: (a * b).sum(), argnums=1)(x, x) + jax.grad(loss, argnums=(0,))(x)[0]


def in_loops(x: Array[F]) -> Array[F]:
    def body(c: Array[F], _: None) -> tuple[Array[F], Array[F]]:
        value, g = jax.value_and_grad(loss)(c)
        return c - 0.1 * g, value

    y, values = jax.lax.scan(body, x, None, length=3)
    return jax.lax.fori_loop(0, 2, lambda i, c: c - 0.1 * jax.grad(lambda t: (t * 2).sum())(c), y)


def in_branches(x: Array[F]) -> Array[F]:
    g = jax.lax.cond(x.sum() > 0, jax.grad(loss), lambda z: z, x)
    h = jax.lax.cond(x.sum() > 0, lambda z: z, jax.jit(jax.grad(loss)), x)
    return g + h + jax.lax.switch(0, [jax.grad(loss), lambda z: z], x)


def of_constrained(x: Array[C]) -> Array[C]:
    return jax.grad(lambda t: (t * 2).sum())(x) + jax.grad(loss)(x)


def with_default(x: Array[F], w: Array[F] | None = None) -> Array[F]:
    if w is None:
        w = x
    return jax.grad(lambda t: (t * w).sum())(x)


def recursive(x: Array[F], n: int = 1) -> Array[F]:
    return jax.grad(recursive)(x, n - 1) if n > 0 else (x * x).sum()


half, single = jnp.ones(3, jnp.bfloat16), jnp.ones(3)
weak = jnp.broadcast_to(jnp.asarray(1.0), (3,))
reveal_type(gradient(half))
reveal_type(gradient(single))
reveal_type(gradient(weak))
reveal_type(assigned(half))
reveal_type(assigned(weak))
reveal_type(step(half, half))
reveal_type(both(half))
reveal_type(of_generic(half))
reveal_type(of_generic_with_value(half))
reveal_type(of_inner(half))
reveal_type(of_partial(half))
reveal_type(jacobians(half))
reveal_type(pulled_back(half))
reveal_type(pushed(half))
reveal_type(of_second_order(half))
reveal_type(of_tree(half))
reveal_type(tree(half))
reveal_type(with_aux(half))
reveal_type(of_second_argument(half))
reveal_type(in_loops(half))
reveal_type(in_branches(half))
reveal_type(of_constrained(half))
reveal_type(with_default(half))
reveal_type(recursive(half))
