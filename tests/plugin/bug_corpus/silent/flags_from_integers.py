# Integers are written into an array of flags, and all but 0 become True.
# Source: https://github.com/MIT-REALM/gcbfplus/issues/5
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bool_, int32


def done(flags: Array[bool_], states: Array[int32]) -> jax.Array:
    return flags.at[:].set(states)  # N: dtype-scatter


assert bool(done(jnp.zeros(3, bool), jnp.array([2, 1, 0]))[0]) is True
