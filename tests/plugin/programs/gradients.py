"""Gradients of integers, cotangents of another dtype, and a backward rule that returns a wider dtype."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def scale(x: jax.Array) -> jax.Array:
    return x * 2


scale.defvjp(lambda x: (scale(x), x), lambda res, g: (g.astype(jnp.float32) * 2,))
reveal_type(jax.grad(lambda x: scale(x).sum())(jnp.ones(3, jnp.bfloat16)))

jax.grad(lambda s: (s * 0.5).sum())(jnp.arange(4))
_, pull = jax.vjp(lambda x: x * 2, jnp.ones(3, jnp.float16))
pull(jnp.ones(3))
