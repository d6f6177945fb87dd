"""NumPy arrays whose dtype mypy does not know, or that NumPy joins with others, before JAX takes them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, BFloat16, Complex64, Float32


def use(x: Float32[Array, "n"]) -> None: ...


def use_half(x: BFloat16[Array, "n"]) -> None: ...


def use_complex(x: Complex64[Array, "n"]) -> None: ...


def halve(x: np.ndarray) -> jax.Array:
    y = x / 2
    reveal_type(y)
    return jnp.asarray(y)


def load() -> np.ndarray:
    return np.array([1.0, 2.0], np.float16)


reveal_type(halve(np.ones(2, np.float16)))
reveal_type(halve(np.asarray(jnp.ones(2, jnp.bfloat16))))

times = np.array([0.0, 0.5, 1.0])
for k in np.arange(3, dtype=np.int32):
    phase = k * times
    reveal_type(jnp.asarray(phase))
    use(jnp.asarray(phase))
rest = np.uint8(255) - times
reveal_type(jnp.asarray(rest))
wave = np.float16(0.5) * np.sin(times)
reveal_type(jnp.asarray(wave))

spectrum = 0.5 * np.exp(1j * times)
reveal_type(spectrum)
use_complex(jnp.asarray(spectrum))
hamiltonian = 0.5 * np.array([[0, -1j], [1j, 0]])
reveal_type(jnp.asarray(hamiltonian))

params = {"w": jnp.ones(2, jnp.bfloat16), "b": jnp.zeros(2)}
mean = np.asarray(params["w"]) / 2
reveal_type(mean)
use_half(jnp.asarray(mean))
both = np.stack([np.asarray(params["w"])] * 2).sum(0) / 2
reveal_type(jnp.asarray(both))

loaded = load()
total = loaded + np.arange(2, dtype=np.int8)
reveal_type(jnp.asarray(total))
product = loaded @ np.ones(2, np.int8)
reveal_type(jnp.asarray(product))
counts, edges = np.histogram(loaded, bins=3)
reveal_type(edges)
reveal_type(jnp.asarray(divmod(loaded, 2.0)[1]))

weights = np.clip(np.arange(5), 0.5, 3.0)
reveal_type(jnp.asarray(weights))
use(jnp.asarray(weights))
reveal_type(jnp.asarray(np.percentile(np.ones(4, np.float16), [5, 95])))
reveal_type(jnp.asarray(np.select([np.arange(3) < 2], [np.arange(3)], default=0.5)))
reveal_type(jnp.asarray(np.average(np.ones(2, np.float16), weights=[0.2, 0.8])))
scaled = [2, 3] * np.array([0.5, 0.25])
reveal_type(jnp.asarray(scaled))
