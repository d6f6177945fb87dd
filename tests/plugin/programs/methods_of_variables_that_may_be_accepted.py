"""Methods and operators of variables that may hold a rejected dtype, and hold an accepted one while the program runs."""

import contextlib
import math

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, float32

B = Array[bool_]
F = Array[float32]
WEIGHTS = jnp.ones(3)


def assigned_in_a_block(x: jax.Array) -> jax.Array:
    with contextlib.suppress(KeyError):
        x %= WEIGHTS
    return x.round()


def assigned_in_a_loop(x: jax.Array) -> jax.Array:
    for _ in range(2):
        x = jax.nn.swish(x.astype(jnp.float32))
    return -x.round()


def given(x: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    return x.round(), -x, x - x


def given_without_annotation(x):
    return (-x).round()


def handed_on(x: jax.Array, b: B) -> jax.Array:
    return given(b if x.ndim > 3 else x)[0]


def beside_an_unknown_dtype(x: F, b: B) -> None:
    e = f = jax.jit(lambda v: b if math.pi < 3 else v)(x)
    reveal_type(e.round())
    reveal_type(f.round())


def main() -> None:
    b, x = jnp.ones(3, jnp.bool_), jnp.ones(3)
    reveal_type(assigned_in_a_block(b))
    reveal_type(assigned_in_a_loop(b))
    y = b if math.pi < 3 else x
    reveal_type(given(y))
    reveal_type(given_without_annotation(y))
    reveal_type(handed_on(x, b))
    beside_an_unknown_dtype(x, b)
