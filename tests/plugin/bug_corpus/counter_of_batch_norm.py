# The state of a layer has an integer counter, and the whole state is differentiated.
# Source: https://github.com/google-deepmind/dm-haiku/issues/513
import jax
import jax.numpy as jnp

state = {"mean": jnp.zeros(4), "counter": jnp.int32(0)}


def run() -> object:
    return jax.grad(lambda s: (s["mean"] * 2.0).sum() + s["counter"])(state)  # E: dtype-gradient


jax.grad(lambda s: (s["mean"] * 2.0).sum() + s["counter"])(
    {"mean": jnp.zeros(4), "counter": jnp.int32(0)}  # E: dtype-gradient
)
