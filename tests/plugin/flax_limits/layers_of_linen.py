"""A model of flax.linen layers, called by `apply`."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Model(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        return nn.Dense(2)(nn.relu(nn.Dense(3)(x)))


def main() -> None:
    x, model = jnp.ones((4, 3)), Model()
    params = model.init(jax.random.key(0), x)
    reveal_type(params["params"]["Dense_0"]["kernel"])
    reveal_type(model.apply(params, x))
