"""Batch normalization of equinox, whose running statistics are in a state that each call makes anew."""

import equinox as eqx
import jax
import jax.numpy as jnp


def main() -> None:
    batch = jnp.ones((4, 3))
    norm = eqx.nn.BatchNorm(3, "batch", mode="batch")
    state = eqx.nn.State(norm)
    out, state = jax.vmap(norm, axis_name="batch", in_axes=(0, None), out_axes=(0, None))(batch, state)
    reveal_type(out)


main()
