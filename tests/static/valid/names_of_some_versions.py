"""Names that only some supported versions of JAX have, as libraries use them."""

import jax
import jax.core
import jax.numpy as jnp

x = jnp.arange(3.0)

values = jnp.top_k(x, 2) if hasattr(jnp, "top_k") else jax.lax.top_k(x, 2)
is_constant = jax.core.is_constant_dim(3) if hasattr(jax.core, "is_constant_dim") else isinstance(3, int)

if hasattr(jax.lax, "dce_sink_p"):
    print(jax.lax.dce_sink_p)

print(values, is_constant)
