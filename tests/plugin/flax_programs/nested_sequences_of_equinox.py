"""A sequence of layers inside another one."""

import equinox as eqx
import jax
import jax.numpy as jnp


def main() -> None:
    inner = eqx.nn.Sequential([eqx.nn.Linear(3, 3, key=jax.random.key(0)), eqx.nn.Lambda(jax.nn.relu)])
    model = eqx.nn.Sequential([inner, eqx.nn.Linear(3, 2, key=jax.random.key(1))])
    reveal_type(model(jnp.ones(3)))
