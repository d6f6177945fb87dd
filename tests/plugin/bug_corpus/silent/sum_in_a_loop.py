# mypy: enable-error-code="dtype-weak"
# A loop starts with a weak zero, and its function compiles once more for the strong sum.
# Source: https://github.com/jax-ml/jax/issues/3163
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, int32

traces: list[jax.Array] = []


@jax.jit
def added(total: Array[int32], item: Array[int32]) -> Array[int32]:
    traces.append(total)
    return total + item


total = added(jnp.asarray(0), jnp.int32(1))  # N: dtype-weak
total = added(total, jnp.int32(2))
assert len(traces) == 2
