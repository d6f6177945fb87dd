"""Sums over variables whose items are results of functions without annotations: plain JAX has no type for them."""

import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float16

H = Array[float16]


def sums(h: H) -> None:
    def double(x):
        return x * 2

    arrays = {"a": lax.dynamic_slice(h, (0,), (3,)), "b": double(h)}
    reveal_type(sum(arrays.values())[jnp.array([0, 1, 2])])
    doubled = double(h)
    pair = [doubled, doubled]
    reveal_type(sum(pair)[0])
    added = []
    added.append(double(h))
    reveal_type(sum(added)[0])
    declared: list[H] = [doubled]
    reveal_type(sum(declared))


def main() -> None:
    sums(jnp.ones(3, jnp.float16))
