# mypy: enable-error-code="dtype-weak"
# The first step size of a solver is weak, later ones are not, and the update compiles twice.
# Source: https://github.com/google/jaxopt/issues/451
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32

traces: list[jax.Array] = []


@jax.jit
def update(stepsize: Array[float32]) -> Array[float32]:
    traces.append(stepsize)
    return stepsize * jnp.array(0.5, jnp.float32)


state = update(jnp.asarray(1.0))  # N: dtype-weak
update(state)
assert len(traces) == 2
