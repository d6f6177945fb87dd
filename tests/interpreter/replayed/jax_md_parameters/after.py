"""jax-md/jax-md, February 2021: the parameters of an energy are cast to float32, although they and the positions are float64."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def soft_sphere(distance, sigma, epsilon=1.0):
    sigma = jnp.asarray(sigma)
    scaled = jnp.where(distance < sigma, 1 - distance / sigma, 0)
    return epsilon / 2 * jnp.sum(scaled**2)


soft_sphere(jnp.linspace(0, 2, 8), jnp.array(1.1, jnp.float64))
