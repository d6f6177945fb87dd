"""Valid code in which no checker has an error: derivatives of functions with different signatures in one container."""

from typing import Any

import jax
import jax.numpy as jnp


def scaled(x: jax.Array, factor: int) -> jax.Array:
    return x * factor


def doubled(x: jax.Array) -> jax.Array:
    return x * 2


def summed(x: jax.Array) -> jax.Array:
    return x.sum()


def scaled_sum(x: jax.Array, factor: int) -> jax.Array:
    return (x * factor).sum()


def program(x: jax.Array, by_columns: bool, *rest: Any) -> None:
    gradients = [jax.grad(scaled_sum), jax.grad(summed)]
    gradients[0](x, *rest)
    values = (jax.value_and_grad(scaled_sum), jax.value_and_grad(summed))
    for i in range(1):
        values[i](x, *rest)
    jacobian = jax.jacfwd(doubled) if by_columns else jax.jacrev(doubled)
    jacobian(x)
    step = jax.jit(scaled) if by_columns else scaled
    step(x, 2)


program(jnp.ones(3), True, 2)
