"""Variables that hold pytrees with arrays of one dtype, and then of another."""

import jax
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, float32, int32


def converted(x: Array[float32]) -> None:
    params = {"w": x, "b": x}
    params = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)
    params["w"].astype("int8")
    pair = (x, x)
    pair = jax.tree.map(lambda p: p.astype(jnp.bfloat16), pair)
    rows = [x, x]
    rows = jax.tree.map(lambda p: p > 0, rows)
    grads = jax.grad(lambda p: p["w"].sum())({"w": x})
    grads = jax.tree.map(lambda g: g > 0, grads)
    params, rows = jax.tree.map(lambda p: p + 1j, (params, rows))


def several(x: Array[float32], y: Array[int32]) -> None:
    halves = jnp.split(x, 3)
    halves = jnp.split(y, 3)
    parts = jnp.modf(x)
    parts = jnp.divmod(y, y)
    (parts,) = jax.jit(lambda a: (a,))(x)
    value, pull = jax.vjp(lambda v, w: v * w, x, x)
    value, pull = jax.vjp(jnp.sin, x)
    print(halves, parts, pull(value))


def loops(x: Array[float32], y: Array[int32]) -> None:
    state = (0, x)
    state = lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2), state)
    i, x = state
    total = 0.0
    (total, x), rows = lax.scan(lambda s, v: ((s[0] + v, s[1]), v), (total, x), x)
    both = [0, 0.0]
    both = lax.fori_loop(0, 3, lambda j, s: [s[0] + 1, s[1] + x[j]], both)
    state = lax.cond(i > 0, lambda s: (s[0], s[1]), lambda s: s, (y, y))
    print(both, state, rows)


converted(jnp.ones(3))
several(jnp.ones(3), jnp.ones(3, int32))
loops(jnp.ones(3), jnp.ones(3, int32))
