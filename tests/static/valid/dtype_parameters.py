"""Valid code in which a checker has an error: a dtype or an array as a default, without an annotation."""

import jax.numpy as jnp


def empty(shape, dtype=jnp.float32):
    return jnp.zeros(shape, dtype)


def scaled(x=jnp.zeros(3)):  # noqa: B008
    return x * 2


print(empty((3,)), empty((3,), jnp.bfloat16), empty((3,), "int8"), scaled(jnp.ones(3, jnp.int32)))
