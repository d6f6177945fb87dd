# The counter of an optimizer state starts as an integer, and the step turns it into a float.
# Source: https://github.com/jax-md/jax-md/issues/99
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, bool_, float32, int32

State = tuple[Array[float32], Array[int32]]


def positive(power: Array[float32]) -> Array[bool_]:
    return power > 0


def run(position: Array[float32], count: Array[int32]) -> Array[float32]:
    state, _ = lax.scan(
        lambda s, _: ((s[0] * 0.9, jnp.where(positive(s[0].sum()), s[1] + 1, 0)), None),
        (position, count),
        None,
        length=5,
    )
    return state[0]


run(jnp.ones(3), jnp.int32(0))
