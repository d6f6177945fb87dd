"""Results of NumPy's universal functions in variables and containers that later hold other values."""

import jax
import jax.numpy as jnp
import numpy as np

x = jnp.ones(3, jnp.bfloat16)


def scaled(y: jax.Array, steps: int) -> jax.Array:
    scale = 1.0 / np.sqrt(steps)
    if steps > 3:
        scale = 3
    factors = [np.sqrt(2) * 2]
    factors.append(y)
    limits = {"low": np.log(2.0)}
    limits["high"] = 1
    total: int = np.floor(2.5)
    warmup = np.minimum(1.0, steps / 10) if steps else 1
    warmup = jnp.float32(warmup)
    return y * scale * total * warmup + factors[0]


def passed_on(y: jax.Array, size: int) -> jax.Array:
    scale = np.sqrt(size)
    factors = [scale, 1.0]
    factors.append(y)
    by_name = {"scale": scale}
    by_name["bias"] = 0
    best = scale
    best = scaled(scale, size) + best
    tripled = scale * 3
    tripled = y
    for each in (scale, y):
        best += each
    if scale is None:
        return y
    if isinstance(scale, jax.Array):
        return scale
    return scale if size > 3 else tripled + best + scale.sum()


def started(steps: int) -> jax.Array:
    return jax.lax.fori_loop(0, steps, lambda i, carry: carry * x.sum(), np.sqrt(2.0) * x.sum())


class Layer:
    def __init__(self, size: int) -> None:
        self.scale = 1 / np.sqrt(size)

    def __call__(self, y: jax.Array) -> jax.Array:
        return y * self.scale


class Learned(Layer):
    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.scale = jnp.ones(size)


scaled(x, 2)
scaled(x, 4)
started(2)
passed_on(x, 2)
passed_on(x, 4)
Layer(4)(x)
Learned(3)(x)
