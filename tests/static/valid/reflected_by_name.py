"""Valid code in which no checker has an error: a call of a reflected operator method of two arrays."""

import jax
import jax.numpy as jnp


def program(x: jax.Array) -> None:
    print(x.__rmatmul__(x), x.__radd__(x.astype(jnp.int8)))


program(jnp.ones(3))
