"""Loops that JAX rejects since a leaf of the carry changes its dtype. JAX promotes the carry of the last ones."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import Array, bfloat16, float32

xs = jnp.ones(4)
lax.scan(lambda c, x: (c + x, None), jnp.bfloat16(0), xs)
lax.scan(lambda c, x: (c + x, c), jnp.uint8(0), jnp.ones(3, jnp.int8))
lax.fori_loop(0, 3, lambda i, v: v / 2, jnp.arange(2))
lax.fori_loop(0, 3, lambda i, v: v * np.float32(0.5), jnp.ones(2, jnp.bfloat16))
lax.fori_loop(0, 3, lambda i, s: {"k": s["k"] * 0.5, "n": s["n"] + 1}, {"k": jnp.int32(4), "n": jnp.int32(0)})
lax.fori_loop(0, 3, lambda i, s: {"k": s["k"] + 1, "n": s["n"] / 2}, {"k": jnp.bfloat16(4), "n": jnp.int32(0)})
lax.while_loop(lambda s: s[1] < 3, lambda s: (s[0] * jnp.float32(2), s[1] + 1), (jnp.ones(2, jnp.float16), 0))
lax.while_loop(lambda s: s < 0, lambda s: (s * 0.5).astype(jnp.int8), 1)
lax.scan(lambda c, x: ((c[0], [c[1][0] * x]), x), (xs, [jnp.float16(1)]), xs)
lax.scan(lambda c, x: (lax.fori_loop(0, 3, lambda i, v: v / 2, c), None), jnp.int32(0), xs)
jax.vmap(lambda v: lax.fori_loop(0, 3, lambda i, c: c > 0, v))(jnp.arange(3))
jax.jit(lambda v: lax.fori_loop(0, 3, lambda i, c: c * 0.5, v))(jnp.arange(3))


def body(c: Array[bfloat16], x: Array[float32]) -> tuple[Array[float32], None]:
    return c + x, None


def scaled(factor: Array[float32], c: Array[bfloat16], x: Array[float32]) -> tuple[Array[float32], None]:
    return c * factor, None


class Model:
    def step(self, c: Array[bfloat16], x: Array[float32]) -> tuple[Array[float32], None]:
        return c + x, None


lax.scan(body, jnp.bfloat16(0), xs)
lax.scan(jax.jit(body), jnp.bfloat16(0), xs)
lax.scan(partial(scaled, jnp.float32(2)), jnp.bfloat16(0), xs)
lax.scan(Model().step, jnp.bfloat16(0), xs)
held = lambda c, x: (c + x, None)
lax.scan(held, jnp.bfloat16(0), xs)
lax.scan(jax.checkpoint(lambda c, x: (c + x, None)), jnp.bfloat16(0), xs)


class State(NamedTuple):
    mean: jax.Array
    steps: jax.Array


low, one = jnp.bfloat16(0), jnp.int32(1)
lax.scan(lambda s, x: (State(s.mean + x, s.steps + 1), None), State(low, one), xs)
lax.scan(lambda s, x: (s._replace(steps=s.steps / 2), None), State(mean=low, steps=one), xs)
lax.fori_loop(0, jnp.uint8(3), lambda i, v: v, 1.0)
lax.while_loop(lambda v: v, lambda v: v, jnp.int32(0))

lax.scan(lambda c, x: (c + x, x), 0, xs)
lax.fori_loop(0, 3, lambda i, c: c + 0.5, 1)
lax.fori_loop(0, jnp.int8(3), lambda i, v: v, 1.0)
lax.while_loop(lambda s: s[1] < 3, lambda s: (s[0] * jnp.float32(2), s[1] + 1), (1, 0))
lax.fori_loop(0, 3, lambda i, s: {"k": s["k"] * 0.5, "n": s["n"] + 1}, {"k": 4, "n": jnp.int32(0)})
lax.scan(lambda s, x: (State(s.mean + x, s.steps + 1), None), State(xs[0], one), xs)
lax.scan(lambda s, x: (s._replace(steps=s.steps // 2), None), State(mean=low, steps=one), xs)
