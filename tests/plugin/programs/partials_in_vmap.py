"""Functions that `jax.vmap` and `jax.jit` get as a `functools.partial`."""

import functools as ft
from functools import partial
import jax
import jax.numpy as jnp
def f(w, x, *, scale=1):
    return x @ w * scale
def g(model, data):
    loss_fn = ft.partial(f, model)
    return jax.vmap(loss_fn)(data)
def h(model, data):
    loss_fn = ft.partial(f, model)
    model = model.astype(jnp.float32)
    return jax.vmap(loss_fn)(data)
def n(k, x):
    return k * x if k else x
def flag(k, x):
    return x * k
x = jnp.ones((3, 3), jnp.bfloat16)
w = jnp.ones((3, 3), jnp.float16)
b = jnp.ones((3, 3), jnp.bfloat16)
reveal_type(jax.vmap(partial(f, w))(x))
reveal_type(jax.vmap(partial(f, b, scale=2))(x))
reveal_type(jax.jit(partial(f, b))(x))
reveal_type(g(w, x))
reveal_type(g(b, x))
reveal_type(h(b, x))
reveal_type(jax.jit(partial(flag, 2))(jnp.ones(3, jnp.int8)))
reveal_type(jax.jit(partial(flag, 2.5))(jnp.ones(3, jnp.int8)))
part = partial(f, w)
reveal_type(jax.vmap(part)(x))
w = w.astype(jnp.float32)
reveal_type(jax.vmap(part)(x))

