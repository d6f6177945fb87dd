"""Loops over lists and tuples of equinox layers."""

from collections.abc import Callable

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

class Listed(eqx.Module):
    layers: list
    bias: jax.Array

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.layers = [eqx.nn.Linear(3, 4, key=k1), jax.nn.relu, eqx.nn.Linear(4, 2, key=k2), jnp.tanh]
        self.bias = jnp.ones(2)

    def __call__(self, x: Float[Array, "3"]) -> Float[Array, "2"]:
        for layer in self.layers:
            x = layer(x)
        return x + self.bias

class Same(eqx.Module):
    layers: list[eqx.nn.Linear]
    last: eqx.nn.Linear
    activation: Callable[[jax.Array], jax.Array]

    def __init__(self, key, n, dtype=None, activation=jax.nn.relu):
        keys = jax.random.split(key, n)
        self.layers = [eqx.nn.Linear(3, 3, dtype=dtype, key=k) for k in keys]
        self.last = eqx.nn.Linear(3, 3, key=key)
        self.activation = activation

    def __call__(self, x):
        for i, layer in enumerate(self.layers):
            x = self.activation(layer(x))
        return self.last(x)

class Pairs(eqx.Module):
    layers: tuple
    norms: tuple
    def __init__(self, key):
        self.layers = (eqx.nn.Linear(3, 3, key=key), eqx.nn.Linear(3, 3, dtype=jnp.bfloat16, key=key))
        self.norms = (eqx.nn.LayerNorm(3), eqx.nn.Identity())
    def __call__(self, x):
        for layer, norm in zip(self.layers, self.norms):
            x = norm(layer(x))
        return x
    def first(self, x):
        return self.layers[0](x)
    def last(self, x):
        for layer in self.layers[1:]:
            x = layer(x)
        return self.layers[-1](x)

def main() -> None:
    key = jax.random.key(0)
    x = jnp.ones((5, 3))
    h = x.astype(jnp.bfloat16)
    listed = Listed(key)
    reveal_type(listed.bias)
    reveal_type(listed(x[0]))
    reveal_type(jax.vmap(listed)(h))
    same = Same(key, 3)
    reveal_type(same(x[0]))
    half = Same(key, 3, jnp.bfloat16, jnp.sin)
    reveal_type(half(h[0]))
    pairs = Pairs(key)
    reveal_type(pairs(x[0]))
    reveal_type(pairs.first(h[0]))
    reveal_type(pairs.last(h[0]))
    cast = jax.tree.map(lambda p: p.astype(jnp.bfloat16) if eqx.is_array(p) else p, listed)
    def f(m, x):
        return m(x)
    reveal_type(f(cast, h[0]))
    mlp = eqx.nn.MLP(3, 3, 8, 2, key=key)
    reveal_type(mlp(x[0]))
    seq = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu), eqx.nn.Linear(4, 3, key=key)])
    reveal_type(seq(x[0]))
main()





