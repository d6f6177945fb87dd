"""Calls of every layer of flax.linen and flax.nnx, as tables of source text."""

from __future__ import annotations

from typing import Final

DTYPES: Final = ("None", "jnp.float32", "jnp.bfloat16")
"""The values of ``dtype`` and ``param_dtype``."""

LINEN: Final[dict[str, tuple[str, str]]] = {
    "Dense": ("nn.Dense(4, {options})", "x"),
    "DenseGeneral": ("nn.DenseGeneral((2, 3), {options})", "x"),
    "Einsum": ("nn.Einsum((8, 4), '...d,de->...e', {options})", "x"),
    "Conv": ("nn.Conv(5, (3, 3), {options})", "image"),
    "ConvLocal": ("nn.ConvLocal(5, (3, 3), {options})", "image"),
    "ConvTranspose": ("nn.ConvTranspose(5, (3, 3), {options})", "image"),
    "Embed": ("nn.Embed(11, 8, {options})", "tokens"),
    "LayerNorm": ("nn.LayerNorm({options})", "x"),
    "RMSNorm": ("nn.RMSNorm({options})", "x"),
    "GroupNorm": ("nn.GroupNorm(2, {options})", "x"),
    "InstanceNorm": ("nn.InstanceNorm({options})", "image"),
    "BatchNorm": ("nn.BatchNorm(use_running_average=False, {options})", "x"),
    "BatchNorm, running": ("nn.BatchNorm(use_running_average=True, {options})", "x"),
    "SpectralNorm": ("nn.SpectralNorm(nn.Dense(4), {options})", "x, update_stats=True"),
    "WeightNorm": ("nn.WeightNorm(nn.Dense(4), {options})", "x"),
    "MultiHeadDotProductAttention": ("nn.MultiHeadDotProductAttention(2, {options})", "x, x"),
    "MultiHeadAttention": ("nn.MultiHeadAttention(2, {options})", "x"),
    "SelfAttention": ("nn.SelfAttention(2, {options})", "x"),
    "LSTMCell": ("nn.LSTMCell(8, {options})", "(row, row), row"),
    "OptimizedLSTMCell": ("nn.OptimizedLSTMCell(8, {options})", "(row, row), row"),
    "SimpleCell": ("nn.SimpleCell(8, {options})", "row, row"),
    "GRUCell": ("nn.GRUCell(8, {options})", "row, row"),
    "MGUCell": ("nn.MGUCell(8, {options})", "row, row"),
    "ConvLSTMCell": ("nn.ConvLSTMCell(4, (3, 3), {options})", "(image, image), image"),
    "RNN": ("nn.RNN(nn.LSTMCell(8, {options}))", "x"),
    "RNN, GRU": ("nn.RNN(nn.GRUCell(8, {options}))", "x"),
    "Bidirectional": ("nn.Bidirectional(nn.RNN(nn.GRUCell(8, {options})), nn.RNN(nn.GRUCell(8, {options})))", "x"),
    "PReLU": ("nn.PReLU({param_dtype})", "x"),
    "Dropout": ("nn.Dropout(0.5, deterministic=True)", "x"),
    "Sequential": ("nn.Sequential([nn.Dense(4, {options}), nn.relu, nn.LayerNorm({options})])", "x"),
    "scan": ("nn.scan(nn.GRUCell, variable_broadcast='params', split_rngs=dict(params=False))(8, {options})", "row, steps"),
    "remat": ("nn.remat(nn.Dense)(4, {options})", "x"),
    "jit": ("nn.jit(nn.Dense)(4, {options})", "x"),
    "vmap": ("nn.vmap(nn.Dense, variable_axes=dict(params=0), split_rngs=dict(params=True))(4, {options})", "x"),
}  # fmt: skip
"""The construction of a layer, and the arguments of its call."""

NNX: Final[dict[str, tuple[str, str]]] = {
    "Linear": ("nnx.Linear(8, 4, rngs=rngs, {options})", "x"),
    "LinearGeneral": ("nnx.LinearGeneral(8, (2, 3), rngs=rngs, {options})", "x"),
    "Einsum": ("nnx.Einsum('...d,de->...e', (8, 4), (4,), rngs=rngs, {options})", "x"),
    "Conv": ("nnx.Conv(4, 5, (3, 3), rngs=rngs, {options})", "image"),
    "ConvTranspose": ("nnx.ConvTranspose(4, 5, (3, 3), rngs=rngs, {options})", "image"),
    "Embed": ("nnx.Embed(11, 8, rngs=rngs, {options})", "tokens"),
    "LayerNorm": ("nnx.LayerNorm(8, rngs=rngs, {options})", "x"),
    "RMSNorm": ("nnx.RMSNorm(8, rngs=rngs, {options})", "x"),
    "GroupNorm": ("nnx.GroupNorm(8, 2, rngs=rngs, {options})", "x"),
    "InstanceNorm": ("nnx.InstanceNorm(4, rngs=rngs, {options})", "image"),
    "BatchNorm": ("nnx.BatchNorm(8, rngs=rngs, {options})", "x"),
    "BatchNorm, running": ("nnx.BatchNorm(8, use_running_average=True, rngs=rngs, {options})", "x"),
    "SpectralNorm": ("nnx.SpectralNorm(nnx.Linear(8, 4, rngs=rngs), rngs=rngs, {options})", "x"),
    "WeightNorm": ("nnx.WeightNorm(nnx.Linear(8, 4, rngs=rngs), rngs=rngs, {options})", "x"),
    "MultiHeadAttention": ("nnx.MultiHeadAttention(2, 8, decode=False, rngs=rngs, {options})", "x"),
    "LSTMCell": ("nnx.LSTMCell(8, 8, rngs=rngs, {options})", "(row, row), row"),
    "OptimizedLSTMCell": ("nnx.OptimizedLSTMCell(8, 8, rngs=rngs, {options})", "(row, row), row"),
    "SimpleCell": ("nnx.SimpleCell(8, 8, rngs=rngs, {options})", "row, row"),
    "GRUCell": ("nnx.GRUCell(8, 8, rngs=rngs, {options})", "row, row"),
    "RNN": ("nnx.RNN(nnx.LSTMCell(8, 8, rngs=rngs, {options}))", "x"),
    "Bidirectional": ("nnx.Bidirectional(nnx.RNN(nnx.GRUCell(8, 8, rngs=rngs, {options})), "
                      "nnx.RNN(nnx.GRUCell(8, 8, rngs=rngs, {options})))", "x"),
    "PReLU": ("nnx.PReLU({param_dtype})", "x"),
    "RoPE": ("nnx.RoPE(embedding_size=8, max_seq_len=16)", "x"),
    "Dropout": ("nnx.Dropout(0.5, rngs=rngs)", "x"),
    "LoRA": ("nnx.LoRA(8, 2, 4, rngs=rngs, {options})", "x"),
    "LoRALinear": ("nnx.LoRALinear(8, 4, lora_rank=2, rngs=rngs, {options})", "x"),
    "Sequential": ("nnx.Sequential(nnx.Linear(8, 4, rngs=rngs, {options}), nnx.relu)", "x"),
}  # fmt: skip
"""The same for flax.nnx."""

HEAD: Final = """\
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx

x = jnp.ones((2, 6, 8), jnp.{dtype})
row = jnp.ones((2, 8), jnp.{dtype})
steps = jnp.ones((5, 2, 8), jnp.{dtype})
image = jnp.ones((1, 8, 8, 4), jnp.{dtype})
heads = jnp.ones((1, 6, 2, 8), jnp.{dtype})
tokens = jnp.ones((2, 3), jnp.int32)
key = jax.random.key(0)
"""
"""The start of a program of layers."""
ONE_CALL: Final = {
    "linen": """\
def call():
    layer = {layer}
    result, variables = layer.init_with_output(key, {arguments})
    return result, variables, layer.apply(variables, {arguments}, mutable=['batch_stats', 'cache'])[0]
""",
    "nnx": """\
def call():
    rngs = nnx.Rngs(0)
    layer = {layer}
    return layer({arguments}), nnx.as_pure(nnx.state(layer, nnx.Param)), layer({arguments})
""",
}  # fmt: skip
"""One call of a layer: the result, the variables, and the result of a second call with them."""
