"""GalacticDynamics/coordinax#755: dtype=float widens the float32 array of the caller to float64."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class Boost:
    def __init__(self, beta):
        self.beta = jnp.asarray(beta).astype(jnp.result_type(beta, float))

    def matrix(self):
        return 1 / jnp.sqrt(1 - jnp.sum(self.beta**2)) * self.beta


Boost(jnp.array([0.6, 0.0, 0.0], jnp.float32)).matrix()
