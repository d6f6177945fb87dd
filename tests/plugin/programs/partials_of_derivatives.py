"""Partials of transformed functions, also of compiled gradients, which mypy alone does not take for callable."""

import functools
from typing import Any, TypeVar

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32, floating

F = TypeVar("F", bound=floating)


def of_half(t: Array[bfloat16]) -> Array[bfloat16]:
    return (t * 2).sum()


def of_single(t: Array[float32]) -> Array[float32]:
    return (t * 2).sum()


def loss(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


def of_two(u: Array[F], t: Array[F]) -> Array[F]:
    return (u * t).sum()


def widened(u: Array[F], t: Array[F]) -> Array[F]:
    """A function whose signature is wrong."""
    made: Any = t
    return (u * made * jnp.float32(1)).sum()


half = jnp.ones(3, jnp.bfloat16)
weak = jnp.broadcast_to(jnp.asarray(1.0), (3,))
reveal_type(functools.partial(jax.grad(of_half))(half))
reveal_type(functools.partial(jax.jit(jax.grad(of_half)))(half))
reveal_type(functools.partial(jax.jit(jax.value_and_grad(of_half)))(half))
reveal_type(functools.partial(jax.grad(of_single))(weak))
reveal_type(functools.partial(jax.grad(loss))(weak))
reveal_type(functools.partial(jax.jit(jax.grad(loss)))(half))
reveal_type(functools.partial(jax.grad(of_two), half)(half))
reveal_type(functools.partial(jax.jit(jax.value_and_grad(of_two)), half)(half))
reveal_type(functools.partial(jax.value_and_grad(widened), half)(half))
reveal_type(functools.partial(jax.jit(widened), half)(half))
reveal_type(functools.partial(jax.vmap(jax.grad(of_half)))(half))
step = functools.partial(jax.jit(jax.value_and_grad(of_two)), half)
value, gradient = step(half)
reveal_type(value)
reveal_type(gradient)
