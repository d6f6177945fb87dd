"""Determinants of weak matrices, which are weak or not by the size of the matrix, and of strong ones."""

import jax
import jax.numpy as jnp


def main() -> None:
    weak = 2.0 * jnp.ones((2, 2), int)
    reveal_type(jnp.linalg.det(weak))
    reveal_type(jnp.linalg.slogdet(weak)[0])
    reveal_type(jax.scipy.linalg.det(weak))
    reveal_type(jnp.linalg.det(jnp.tile(weak, (2, 2))))
    reveal_type(jnp.linalg.slogdet(jnp.tile(weak, (2, 2)))[0])
    strong = jnp.ones((4, 4))
    reveal_type(jnp.linalg.det(strong))
    reveal_type(jnp.linalg.slogdet(strong)[1])
    reveal_type(jnp.linalg.slogdet(strong.astype(jnp.complex64))[1])
    reveal_type(jax.scipy.linalg.det(strong.astype(jnp.int32)))
