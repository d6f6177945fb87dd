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


@nnx.jit
def train(model: Model, x: jax.Array, scale):  # type: ignore[no-untyped-def]
    def loss_of_model(model: Model):  # type: ignore[no-untyped-def]
        return jnp.mean(model(x) ** 2) * scale

    value, _ = nnx.value_and_grad(loss_of_model)(model)
    return value, scale


@nnx.jit(static_argnames="double")
def squared(x, *, double: bool):  # type: ignore[no-untyped-def]
    return x * 2 if double else x


@nnx.value_and_grad(has_aux=True)
def loss_with_predictions(model, x):  # type: ignore[no-untyped-def]
    y = model(x)
    return jnp.mean(y**2), y.astype(jnp.bfloat16)


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
    assert_type(value, Array[float32])
    reveal_type(value)
    reveal_type(gradients)
    assert_type(step(model, halves, y), Array[float32])
    reveal_type(step(model, halves, y))
    reveal_type(nnx.jit(loss)(model, x, y))
    reveal_type(train(model, halves, 2)[0])
    reveal_type(train(model, halves, 2)[1])
    reveal_type(train(model, halves, jnp.float16(2))[1])
    reveal_type(squared(halves, double=True))
    (value, predictions), _ = loss_with_predictions(model, x)
    reveal_type(value)
    reveal_type(predictions)
    reveal_type(nnx.grad(lambda w: jnp.sum(w * x[0]))(jnp.ones(3)))


main()
