# One branch returns complex amplitudes and the other one real ones.
# Source: https://github.com/jax-ml/jax/pull/25800
import jax.numpy as jnp
from jax import lax

psi = jnp.ones(4, jnp.complex64)
lax.cond(jnp.bool_(True), lambda v: v, lambda v: v.real.astype(jnp.complex64), psi)
