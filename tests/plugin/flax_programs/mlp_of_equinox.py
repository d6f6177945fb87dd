"""The ready-made multilayer perceptron of equinox."""

import equinox as eqx
import jax
import jax.numpy as jnp


def main() -> None:
    model = eqx.nn.MLP(3, 2, 8, 2, key=jax.random.key(0))
    reveal_type(model(jnp.ones(3)))
    reveal_type(jax.vmap(model)(jnp.ones((4, 3))))
