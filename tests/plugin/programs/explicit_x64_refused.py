"""The option `jax_explicit_x64_dtypes`: JAX rejects wide dtypes that are requested by name."""

import jax
import jax.numpy as jnp

jax.config.update("jax_explicit_x64_dtypes", "error")
jnp.ones(2, dtype=jnp.float64)
reveal_type(jnp.ones(2))
