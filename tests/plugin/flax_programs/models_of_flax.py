"""Models of flax.nnx with layers, their losses, and models whose variables get other values."""

from typing import assert_type

import jax
import jax.numpy as jnp
from flax import nnx

from jaxtyping_promo import Array, float32


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.first = nnx.Linear(3, 4, rngs=rngs)
        self.second = nnx.Linear(4, 2, rngs=rngs)
        self.scale = nnx.Param(jnp.ones(2))

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.second(nnx.relu(self.first(x))) * self.scale


def loss(model, x, y):  # type: ignore[no-untyped-def]
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, x, y):  # type: ignore[no-untyped-def]
    return loss(model, x, y)


def main() -> None:
    rngs = nnx.Rngs(0)
    x, y, halves = jnp.ones((2, 3)), jnp.ones((2, 2)), jnp.ones((2, 3), jnp.float16)
    model = Model(rngs)
    assert_type(model(halves), Array[float32])
    reveal_type(model(halves))
    assert_type(model.first(halves), Array[float32])
    reveal_type(model.first(halves))
    reveal_type(loss(model, x, y))
    value, gradients = nnx.value_and_grad(loss)(model, x, y)
    reveal_type(value)
    reveal_type(step(model, x, y))


main()
