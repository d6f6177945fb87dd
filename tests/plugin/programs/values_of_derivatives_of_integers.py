"""Values beside derivatives: JAX computes them by NumPy if they depend only on constant integers in traced code."""

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float32, int32


def parts(x, n):
    return {"loss": x * n, "count": n + 1}


@jax.jit
def traced(x: Array[float32], xs: Array[float32], numbers: Array[int32]) -> Array[float32]:
    n = jnp.asarray(1, jnp.int32)
    reveal_type(jax.vjp(lambda v: v ^ v, n)[0])
    reveal_type(jax.vjp(lambda v: v * 2, n)[0] * 0.5)
    value, pull_back = jax.vjp(lambda v: v * 0.5, n)
    reveal_type(value)
    reveal_type(jax.linearize(lambda v: v + 1, n)[0])
    reveal_type(jax.vjp(lambda v, w: (v * w, w + 1), x, n)[0])
    reveal_type(jax.vjp(lambda v, w: v * w, x, n)[0])
    reveal_type(jax.vjp(parts, x, n)[0]["loss"])
    reveal_type(jax.vjp(parts, x, n)[0]["count"])
    reveal_type(jax.vjp(lambda v: v * 2, x)[0])
    reveal_type(jax.vjp(lambda v: (v * 2, v > 0), xs)[0])
    reveal_type(jax.vjp(lambda v: v * 2, numbers)[0])
    reveal_type(jax.linearize(lambda v: v * 2, xs)[0])
    return x


def main() -> None:
    traced(jnp.ones(()), jnp.ones(3), jnp.arange(3))
