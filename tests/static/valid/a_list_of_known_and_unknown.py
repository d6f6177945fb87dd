"""Valid code in which no checker has an error: an array of unknown dtype in a list with one of known dtype."""

from typing import Any

import jax.numpy as jnp

from jaxtyping_promo import Array, complex64, float32


def joined(known: Array[float32], unknown: Array[Any]) -> Array[complex64]:
    return jnp.concatenate([known, unknown])


print(joined(jnp.zeros(3, jnp.float32), jnp.zeros(3, jnp.complex64)).dtype)
