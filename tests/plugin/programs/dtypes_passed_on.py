"""Dtypes that the program computes from operands and passes on: `jnp.result_type`, `jnp.promote_types`, `x.dtype`."""

import jax
import jax.numpy as jnp

b = jnp.ones(3, jnp.bfloat16)
f = jnp.ones(3, jnp.float32)
h = jnp.ones(3, jnp.float16)
i8 = jnp.ones(3, jnp.int8)

reveal_type(jnp.zeros(3, jnp.result_type(b, i8)))
reveal_type(jnp.zeros(3, jnp.result_type(b, h)))
reveal_type(jnp.zeros(3, jnp.result_type(b, 2.0)))
reveal_type(jnp.zeros(3, jnp.result_type(2)))
reveal_type(jnp.zeros(3, jnp.result_type(i8, 2.0)))
reveal_type(jnp.zeros(3, jnp.result_type(i8, float)))
reveal_type(jnp.zeros(3, jnp.result_type(b, float)))
reveal_type(jnp.zeros(3, jnp.result_type(b, jnp.int32)))
reveal_type(jnp.zeros(3, jnp.result_type(b, "float16")))
reveal_type(jnp.zeros(3, jnp.result_type(b, jnp.float64)))
reveal_type(jnp.zeros(3, jnp.result_type(*[b, h])))
reveal_type(jnp.zeros(3, jnp.promote_types(b.dtype, h.dtype)))
reveal_type(jnp.zeros(3, jnp.promote_types(i8.dtype, "uint8")))
reveal_type(jnp.zeros(3, jnp.promote_types(jnp.int8, jnp.bfloat16)))
reveal_type(jnp.zeros(3, jnp.promote_types(float, jnp.bfloat16)))


def zeros(x, y):
    return jnp.zeros(3, jnp.result_type(x, y))


def filled(shape, dtype=jnp.float32) -> jax.Array:
    return jnp.zeros(shape, dtype)


def like(x, y: jax.Array):
    return filled(x.shape, y.dtype) * x


def safe(x: jax.Array) -> jax.Array:
    return jnp.maximum(x, jnp.finfo(x.dtype).eps)


def largest(x):
    return jnp.where(x > 0, x, jnp.iinfo(x.dtype).max)


reveal_type(zeros(b, i8))
reveal_type(filled(3))
reveal_type(filled(3, "float16"))
reveal_type(filled(3, i8.dtype))
reveal_type(like(b, h))
reveal_type(safe(b))
reveal_type(largest(i8))
reveal_type(jnp.minimum(b, jnp.finfo(f.dtype).max))
