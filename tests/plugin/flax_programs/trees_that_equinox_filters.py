"""Models that `eqx.partition`, `eqx.filter` and `eqx.combine` take apart and put together."""

from collections.abc import Callable

import equinox as eqx
import jax
import jax.numpy as jnp

class Model(eqx.Module):
    layer: eqx.nn.Linear
    count: jax.Array
    act: Callable[[jax.Array], jax.Array]
    def __init__(self, key):
        self.layer = eqx.nn.Linear(3, 3, key=key)
        self.count = jnp.zeros(3, jnp.int32)
        self.act = jax.nn.relu
    def __call__(self, x):
        return self.act(self.layer(x)) + self.count

def loss(params, static, x):
    model = eqx.combine(params, static)
    return jnp.mean(jax.vmap(model)(x))

def main() -> None:
    key = jax.random.key(0)
    x = jnp.ones((5, 3))
    model = Model(key)
    params, static = eqx.partition(model, eqx.is_inexact_array)
    reveal_type(params.layer.weight)
    reveal_type(static.count)
    value, grads = jax.value_and_grad(loss)(params, static, x)
    reveal_type(value)
    reveal_type(grads.layer.weight)
    both = eqx.combine(params, static)
    reveal_type(both.layer.weight)
    reveal_type(both.count)
    half = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)
    mixed = eqx.combine(half, static)
    reveal_type(mixed.layer.weight)
    reveal_type(loss(half, static, x.astype(jnp.bfloat16)))
    arrays = eqx.filter(model, eqx.is_array)
    reveal_type(arrays.count)
    reveal_type(arrays.layer.bias)
    again = eqx.combine(half, model)
    reveal_type(again.layer.bias)
    other = eqx.combine(model, half)
    reveal_type(other.layer.bias)
    a2, s2 = eqx.partition(model, eqx.is_array)
    reveal_type(a2.count)
    reveal_type(eqx.combine(s2, a2).count)
main()



