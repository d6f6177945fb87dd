"""Generic functions with custom derivatives, and derivatives with custom rules that other functions call."""

import functools
from typing import Any, TypeVar

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32, floating

F = TypeVar("F", bound=floating)


@jax.custom_vjp
def scaled(x: Array[F]) -> Array[F]:
    return x * 2


def forward(x: Array[F]) -> tuple[Array[F], Array[F]]:
    return scaled(x), x


def backward(residual: Array[F], g: Array[F]) -> tuple[Array[F]]:
    return (g * 2,)


scaled.defvjp(forward, backward)


@jax.custom_vjp
def widening(x: Array[F]) -> Array[F]:
    return x * 2


widening.defvjp(lambda x: (widening(x), x), lambda residual, g: (g.astype(jnp.float32) * 2,))


@jax.custom_jvp
def pushed(x: Array[F]) -> Array[F]:
    return x * 2


@pushed.defjvp
def pushed_jvp(primals: tuple[Array[F]], tangents: tuple[Array[F]]) -> tuple[Array[F], Array[F]]:
    [x], [t] = primals, tangents
    return pushed(x), t * 2


@jax.custom_jvp
def product(x: Array[F], y: Array[F]) -> Array[F]:
    return x * y


product.defjvps(lambda t, answer, x, y: t * y, lambda t, answer, x, y: t * x)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1,))
def power(x: Array[F], n: int) -> Array[F]:
    return x**n


@power.defjvp
def power_jvp(n: int, primals: Any, tangents: Any) -> Any:
    return power(primals[0], n), n * tangents[0]


compiled = jax.custom_jvp(jax.jit(lambda x: x * 2))
compiled.defjvps(lambda t, answer, x: t * 2)


@jax.custom_vjp
def of_half(x: Array[bfloat16]) -> Array[bfloat16]:
    return x * 2


of_half.defvjp(lambda x: (of_half(x), x), lambda residual, g: (g.astype(jnp.float32) * 2,))


def inside(x: Array[F]) -> Array[F]:
    y = scaled(x) + pushed(x) + product(x, x)
    return y + jax.grad(lambda t: pushed(t).sum())(x)


def loss(x: Array[F]) -> Array[F]:
    return (scaled(x) + pushed(x)).sum()


def widening_loss(x: Array[F]) -> Array[F]:
    return widening(x).sum()


def half_loss(x: Array[bfloat16]) -> Array[bfloat16]:
    return of_half(x).sum()


half = jnp.ones(3, jnp.bfloat16)
weak = jnp.broadcast_to(jnp.asarray(1.0), (3,))
reveal_type(scaled(half))
reveal_type(pushed(half))
reveal_type(product(half, half))
reveal_type(power(half, 2))
reveal_type(compiled(half))
reveal_type(inside(half))
reveal_type(jax.grad(loss)(half))
reveal_type(jax.vmap(scaled)(half))
reveal_type(jax.jit(pushed)(half))
reveal_type(jax.jvp(pushed, (half,), (half,)))
reveal_type(jax.vjp(scaled, half)[0])
reveal_type(jax.vmap(jax.value_and_grad(pushed))(half))
reveal_type(jax.grad(widening_loss)(half))
reveal_type(jax.jit(jax.grad(widening_loss))(half))
reveal_type(jax.vjp(widening_loss, half)[1](half.sum()))

# Gradients that other functions call.
reveal_type(functools.partial(jax.grad(half_loss))(half))
reveal_type(functools.partial(jax.jit(jax.grad(half_loss)))(half))
reveal_type(functools.partial(jax.grad(widening_loss))(half))
reveal_type(list(map(jax.grad(half_loss), [half])))
reveal_type(list(map(jax.grad(widening_loss), [half])))
reveal_type(jax.tree.map(jax.grad(half_loss), {"a": half}))
reveal_type(jax.lax.map(jax.grad(widening_loss), half))
reveal_type(jax.lax.cond(True, jax.grad(half_loss), jax.grad(half_loss), half))
