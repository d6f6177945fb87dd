"""Numbers among the results of functions that flax and equinox transform: flax returns arrays, equinox numbers."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx

x = jnp.ones((1, 3), jnp.int8)


def counted(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 3


@nnx.vmap(in_axes=0)
def mapped(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 3


@nnx.jit(static_argnums=())
def compiled(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 3


@jax.jit
def traced(t: jax.Array) -> jax.Array:
    return nnx.remat(counted)(t)[1].sum()


def repeated(times: int) -> jax.Array:
    return jnp.arange(times)


reveal_type(nnx.jit(counted)(x)[1].sum())
reveal_type(nnx.jit(lambda t: (t, 3))(x)[1].sum())
reveal_type(nnx.vmap(counted)(x)[1].sum())
reveal_type(nnx.vmap(lambda t: (t, 3))(x)[1].sum())
reveal_type(nnx.pmap(counted)(x)[1].sum())
reveal_type(mapped(x)[1].sum())
reveal_type(compiled(x)[1].sum())
reveal_type(traced(x))
reveal_type(repeated(eqx.filter_jit(counted)(x)[1]))
reveal_type(repeated(eqx.filter_vmap(counted)(x)[1]))
