"""Conditionals that JAX rejects since their branches return different dtypes; JAX accepts the last ones."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import Array, bfloat16, float32

flag, low = jnp.bool_(True), jnp.ones(3, jnp.bfloat16)
lax.cond(flag, lambda g: g, lambda g: jnp.zeros(3), low)
lax.switch(jnp.int32(0), [lambda g: g, lambda g: g * 2.0, lambda g: g > 0], low)
lax.cond(flag, lambda: 1, lambda: 2.5)
lax.cond(flag, lambda: True, lambda: 1)
lax.cond(flag, lambda: (1, {"a": low}), lambda: (1, {"a": jnp.ones(3)}))
lax.cond(flag, lambda g: {"loss": g, "n": 1}, lambda g: {"loss": g * jnp.float32(2), "n": 1}, low)


def kept(g: Array[bfloat16]) -> Array[bfloat16]:
    return g


def widened(g: Array[bfloat16], k: int = 1) -> Array[float32]:
    return g * np.float32(2)


class Model:
    def kept(self, g: Array[bfloat16]) -> Array[bfloat16]:
        return g

    def widened(self, g: Array[bfloat16]) -> Array[float32]:
        return g * np.float32(2)


model = Model()
lax.cond(flag, kept, widened, low)
lax.cond(flag, kept, partial(widened, k=2), low)
lax.cond(flag, jax.checkpoint(kept), jax.jit(widened), low)
lax.cond(flag, model.kept, model.widened, low)
lax.switch(0, (kept, widened), low)
jax.vmap(lambda p, v: lax.cond(p, lambda g: g, lambda g: g * jnp.float32(2), v))(jnp.array([True]), low[:1])

lax.cond(flag, lambda: 1.0, lambda: jnp.float32(0))
lax.cond(flag, lambda: None, lambda: None)
lax.switch(0, [lambda g: g, lambda g: g * 2.0, kept], low)
lax.cond(flag, lambda: (1, {"a": low}), lambda: (2, {"a": low * 2}))
lax.cond(flag, kept, lambda g: widened(g).astype(jnp.bfloat16), low)
