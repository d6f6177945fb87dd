# A scan casts a counter to float.
# Source: https://github.com/jax-ml/jax/pull/15178
import jax.numpy as jnp
from jax import lax

zero = jnp.array(0, "int32")
lax.scan(lambda x, _: ((x[0].astype("float32"), x[1]), None), (zero, zero), None, length=1)  # E: dtype-carry
