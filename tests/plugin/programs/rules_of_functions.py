"""Functions whose dtype depends on every operand, or on the number of dimensions."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, bool_, float16, float32, int8

F = Array[float32]
H = Array[float16]


def f(h: H, x: F, i: Array[int8], i2: Array[int8]) -> None:
    w0 = jnp.asarray(0.5)
    w1 = i * 0.5
    reveal_type(jnp.quantile(h, x))
    reveal_type(jnp.percentile(h, np.float32(50)))
    reveal_type(jnp.nanquantile(i, h))
    reveal_type(jnp.gradient(h, x[1]))
    reveal_type(jnp.gradient(h, x))
    reveal_type(jnp.gradient(i, h))
    reveal_type(jnp.poly(i2))
    reveal_type(jax.random.choice(jax.random.key(0), jnp.int8(5)))
    reveal_type(jnp.diag(w1) * h)
    reveal_type(jnp.deg2rad(w0) * h)
    reveal_type(jnp.degrees(w0) * h)
    reveal_type(jnp.sinc(w0) * h)
    reveal_type(jax.scipy.special.logit(w0) * h)
    reveal_type(jax.scipy.stats.norm.pdf(w0) * h)
    reveal_type(jnp.full_like(w1, w1) * h)
    reveal_type(jnp.heaviside(jnp.asarray(2), w0) * h)
    reveal_type(jnp.logaddexp2(jnp.asarray(2), w0) * h)


def views(u: Array[int8], b: Array[bool_]) -> None:
    reveal_type(u.view())
    reveal_type(b.view())
    reveal_type(jnp.ones(4, jnp.int8).view(jnp.int32))
    reveal_type(u.view(jnp.uint8))
    reveal_type(jax.lax.bitcast_convert_type(u, jnp.uint8))
    reveal_type(jnp.ones(3, jnp.bfloat16).view(jnp.int16))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    views(jnp.ones(3, jnp.int8), x > 0)
    h = x.astype(jnp.float16)
    u = jnp.arange(3, dtype=jnp.int8)
    f(h, jnp.linspace(0, 1, 3), u, jnp.eye(3, dtype=jnp.int8))
