"""Layers of equinox with bfloat16 parameters and inputs."""

import equinox as eqx
import jax
import jax.numpy as jnp
from bfloat16_inputs import floats, integers, key, run
from equinox import nn


def layer(make, *call):
    """Make a layer whose floating parameters are bfloat16, and call it."""

    def apply(rng, *inputs):
        made = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16) if eqx.is_inexact_array(leaf) else leaf, make(rng))
        return made(*inputs)

    return apply


CASES = {
    "nn.Linear": (layer(lambda k: nn.Linear(8, 3, key=k)), key(), floats(8)),
    "nn.MLP": (layer(lambda k: nn.MLP(8, 3, 4, 2, key=k)), key(), floats(8)),
    "nn.Conv2d": (layer(lambda k: nn.Conv2d(4, 3, 3, key=k)), key(), floats(4, 9, 9)),
    "nn.LayerNorm": (layer(lambda k: nn.LayerNorm(8)), key(), floats(8)),
    "nn.RMSNorm": (layer(lambda k: nn.RMSNorm(8)), key(), floats(8)),
    "nn.GroupNorm": (layer(lambda k: nn.GroupNorm(2, 4)), key(), floats(4, 9)),
    "nn.MultiheadAttention": (
        layer(lambda k: nn.MultiheadAttention(2, 8, key=k)), key(), floats(5, 8), floats(5, 8), floats(5, 8)),
    "nn.GRUCell": (layer(lambda k: nn.GRUCell(8, 6, key=k)), key(), floats(8), floats(6)),
    "nn.LSTMCell": (layer(lambda k: nn.LSTMCell(8, 6, key=k)), key(), floats(8), (floats(6), floats(6))),
    "nn.RotaryPositionalEmbedding": (layer(lambda k: nn.RotaryPositionalEmbedding(8)), key(), floats(5, 8)),
    "nn.AvgPool2d": (layer(lambda k: nn.AvgPool2d(2)), key(), floats(4, 9, 9)),
    "nn.AdaptiveAvgPool2d": (layer(lambda k: nn.AdaptiveAvgPool2d(2)), key(), floats(4, 9, 9)),
    "nn.PReLU": (layer(lambda k: nn.PReLU(0.3)), key(), floats(8)),
    "nn.Dropout": (lambda k, x: nn.Dropout(0.3)(x, key=k), key(), floats(8)),
    "nn.Embedding": (layer(lambda k: nn.Embedding(7, 8, key=k)), key(), integers()),
}  # fmt: skip

if __name__ == "__main__":
    run(CASES)
