"""Models of equinox in which leaves are replaced."""

from typing import assert_type

import equinox as eqx
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float16, float32


class Viewed(eqx.Module):
    weight: jax.Array
    other: jax.Array

    @property
    def kernel(self):  # type: ignore[no-untyped-def]
        return self.weight


def main() -> None:
    key = jax.random.key(0)
    halves = jnp.ones(3, jnp.float16)

    layer = eqx.nn.Linear(3, 4, key=key)
    weight = jnp.ones((4, 3), jnp.float16)
    new = eqx.tree_at(lambda m: m.weight, layer, weight)
    assert_type(new.weight, Array[float16])
    reveal_type(new.weight)
    assert_type(new.bias, Array[float32])
    reveal_type(new.bias)
    pair = eqx.tree_at(lambda m: (m.weight, m.bias), layer, (weight, jnp.ones(4, jnp.bfloat16)))
    reveal_type(pair.weight)
    assert_type(pair.bias, Array[bfloat16])
    reveal_type(pair.bias)
    mapped = eqx.tree_at(lambda m: m.weight, layer, replace_fn=lambda w: w.astype(jnp.bfloat16))
    reveal_type(mapped.weight)
    assert_type(mapped.bias, Array[float32])
    reveal_type(mapped.bias)
    named = eqx.tree_at(where=lambda m: m.weight, pytree=layer, replace=weight)
    reveal_type(named.weight)
    sequential = eqx.nn.Sequential([layer, eqx.nn.LayerNorm(4)])
    first = eqx.tree_at(lambda m: m.layers[0], sequential, eqx.nn.Linear(3, 4, dtype=jnp.float16, key=key))
    reveal_type(first.layers[0].weight)
    last = eqx.tree_at(lambda m: m[-1].weight, sequential, jnp.ones(4, jnp.float16))
    reveal_type(last.layers[1].weight)
    reveal_type(last.layers[0].weight)
    nowhere = eqx.tree_at(lambda m: m.bias, layer, None)
    reveal_type(nowhere.weight)
    reveal_type(eqx.tree_at(lambda m: m.bias, without_bias(key), jnp.ones(4), is_leaf=lambda leaf: leaf is None).bias)
    viewed = Viewed(jnp.ones(3), jnp.ones(3))
    seen = eqx.tree_at(lambda m: m.kernel, viewed, halves)
    reveal_type(seen.weight)
    everywhere = eqx.tree_at(jax.tree.leaves, viewed, [halves, halves])
    reveal_type(everywhere.weight)
    updated = replaced(layer, weight)
    reveal_type(updated.bias)
    reveal_type(applied(layer, weight, halves))


def without_bias(key):  # type: ignore[no-untyped-def]
    return eqx.nn.Linear(3, 4, use_bias=False, key=key)


def replaced(model, weight):  # type: ignore[no-untyped-def]
    return eqx.tree_at(lambda m: m.weight, model, weight)


def applied(model, weight, x):  # type: ignore[no-untyped-def]
    model = eqx.tree_at(lambda m: m.weight, model, weight)
    return model(x)


main()
