# [tool.jaxtyping-promo]
# promotion = "strict"
"""Functions of several operands under strict promotion."""

import jax
import jax.numpy as jnp

jax.config.update("jax_numpy_dtype_promotion", "strict")
half, whole = jnp.ones(3, jnp.float16), jnp.arange(3)
jnp.where(whole > 0, half, whole)
jnp.concatenate([half, whole])
jnp.maximum(half, whole)
jnp.einsum("i,i->", half, whole)
half.at[0].set(whole[0])
jnp.arange(3) + 1.0
