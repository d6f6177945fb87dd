"""Valid code with random keys: `Array[jax.dtypes.prng_key]` names their dtype."""

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, is_array


def split_twice(key: Array[jax.dtypes.prng_key]) -> tuple[Array[jax.dtypes.prng_key], Array[jax.dtypes.prng_key]]:
    first, second = jax.random.split(key)
    return jax.random.fold_in(first, 1), second


def noise(key: Array[jax.dtypes.prng_key], x: Array[float32]) -> Array[float32]:
    first, second = split_twice(key)
    first, third = jax.random.split(first)
    keys = jnp.stack([first, second])
    key = keys[0]
    bits = jax.random.key_data(third)
    return x + jax.random.normal(key, x.shape) + bits[0] + jnp.where(key == first, 1.0, 0.0)


def walk(key: Array[jax.dtypes.prng_key], x: Array[float32]) -> Array[float32]:
    def step(carry: Array[jax.dtypes.prng_key], y: Array[float32]) -> tuple[Array[jax.dtypes.prng_key], Array[float32]]:
        carry, own = jax.random.split(carry)
        return carry, noise(own, y)

    _, ys = jax.lax.scan(step, key, x)
    return ys


compiled = jax.jit(noise)
compiled(jax.random.key(0), jnp.ones(3))
noise(jax.random.split(jax.random.key(0))[0], jnp.ones(3))
walk(jax.random.key(0), jnp.ones(3))
jax.vmap(noise, in_axes=(0, None))(jax.random.split(jax.random.key(0), 4), jnp.ones(3))


def noise_of(candidate: object) -> None:
    if is_array(candidate, jax.dtypes.prng_key):
        noise(candidate, jnp.ones(3))


noise_of(jax.random.key(0))
noise_of(jnp.ones(3))
