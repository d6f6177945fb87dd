# Normal noise is drawn as integers.
# Source: https://github.com/jax-ml/jax/issues/3317
import jax
import jax.numpy as jnp

jax.random.normal(jax.random.key(4), (3,), dtype=jnp.int32)  # E: dtype-unsupported
