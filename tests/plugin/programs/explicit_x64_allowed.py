"""The option `jax_explicit_x64_dtypes`: wide dtypes that are requested by name are kept."""

import jax
import jax.numpy as jnp

jax.config.update("jax_explicit_x64_dtypes", "allow")
reveal_type(jnp.ones(2, dtype=jnp.float64))
reveal_type(jnp.arange(3, dtype="int64") * 2)
reveal_type(jnp.ones(2))
