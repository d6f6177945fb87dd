"""Dtypes of classes of another module that derived classes replace."""

import jax.numpy as jnp


class Layer:
    dtype = jnp.float32
    other = jnp.float32
    weights = jnp.ones(3, jnp.int8)


"module: attribute"


class Half(Layer):
    dtype = jnp.float16
    weights = jnp.ones(3, jnp.int16)


class Narrow(Half):
    dtype = jnp.bfloat16

    def zeros(self):
        return jnp.zeros(3, self.dtype)


"module: from"


def main() -> None:
    reveal_type(jnp.ones(3, Half.dtype))
    reveal_type(jnp.ones(3, Narrow.dtype))
    reveal_type(jnp.ones(3, Half().dtype))
    reveal_type(Narrow().zeros())
    reveal_type(jnp.ones(3, Half.other))
    reveal_type(jnp.ones(3, Layer.other))
    for layer in (Layer(), Half()):
        reveal_type(jnp.ones(3, layer.dtype))
        layer.other = jnp.float16
        reveal_type(jnp.ones(3, layer.other))
        reveal_type(layer.weights)
