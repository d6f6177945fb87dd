# not told: a dtype argument states float64, and a stated dtype is a choice
"""GalacticDynamics/coordinax#755: dtype=float widens the float32 array of the caller to float64."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class Boost:
    def __init__(self, beta):
        self.beta = jnp.asarray(beta, dtype=float)  # told: dtype-upcast

    def matrix(self):
        return 1 / jnp.sqrt(1 - jnp.sum(self.beta**2)) * self.beta


Boost(jnp.array([0.6, 0.0, 0.0], jnp.float32)).matrix()
