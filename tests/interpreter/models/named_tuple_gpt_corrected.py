"""A GPT of plain functions whose parameters are a NamedTuple of bfloat16 arrays."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Block(NamedTuple):
    norm: jax.Array
    query: jax.Array
    key: jax.Array
    value: jax.Array
    out: jax.Array
    up: jax.Array
    bias: jax.Array
    down: jax.Array


class Params(NamedTuple):
    embedding: jax.Array
    blocks: tuple
    norm: jax.Array

    def logits(self, x):
        return rms_norm(x, self.norm) @ self.embedding.T


def rms_norm(x, scale, eps=1e-6):
    variance = jnp.mean(jnp.square(x), axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(variance + eps) * scale


def rope(x, positions, theta=10_000.0):
    frequencies = 1.0 / theta ** (np.arange(0, x.shape[-1], 2, dtype=np.float32) / x.shape[-1])
    angles = positions[:, None] * frequencies
    cos, sin = jnp.cos(angles).astype(x.dtype), jnp.sin(angles).astype(x.dtype)
    even, odd = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([even * cos - odd * sin, even * sin + odd * cos], axis=-1)


def attend(x, block, positions):
    query = rope((x @ block.query) / x.shape[-1] ** 0.5, positions)
    key = rope(x @ block.key, positions)
    mask = jnp.tril(jnp.ones((x.shape[0], x.shape[0]), bool))
    scores = jnp.where(mask, query @ key.T, -1e9)
    weights = jax.nn.softmax(scores, axis=-1).astype(x.dtype)
    return weights @ (x @ block.value) @ block.out


def feed_forward(x, block):
    hidden = jax.nn.gelu(x @ block.up + block.bias)
    return hidden.astype(x.dtype) @ block.down


def forward(params, tokens):
    x = params.embedding[tokens]
    positions = jnp.arange(tokens.shape[0])
    for block in params.blocks:
        normed = rms_norm(x, block.norm)
        x = x + attend(normed, block, positions)
        x = x + feed_forward(normed, block)
    return params.logits(x)


def loss_function(params, tokens, targets):
    log_probabilities = jax.nn.log_softmax(forward(params, tokens))
    return -jnp.take_along_axis(log_probabilities, targets[:, None], axis=1).mean()


@functools.partial(jax.jit, static_argnames="beta")
def step(params, momentum, tokens, targets, rate=1e-3, beta=0.9):
    loss, grads = jax.value_and_grad(loss_function)(params, tokens, targets)
    momentum = jax.tree.map(lambda m, g: beta * m + g, momentum, grads)
    params = jax.tree.map(lambda p, m: p - (rate * m).astype(p.dtype), params, momentum)
    return params, momentum, loss


def init(key, width=16, hidden=32, vocabulary=50, layers=2, dtype=jnp.bfloat16):
    keys = iter(jax.random.split(key, 1 + 6 * layers))

    def weight(*shape):
        return jax.random.normal(next(keys), shape, dtype) * 0.02

    blocks = tuple(
        Block(
            jnp.ones(width, dtype), weight(width, width), weight(width, width), weight(width, width),
            weight(width, width), weight(width, hidden), jnp.zeros(hidden, dtype), weight(hidden, width),
        )
        for _ in range(layers)
    )  # fmt: skip
    return Params(weight(vocabulary, width), blocks, jnp.ones(width, dtype))


if __name__ == "__main__":
    params = init(jax.random.key(0))
    momentum = jax.tree.map(lambda p: jnp.zeros_like(p, dtype=jnp.float32), params)
    tokens = jnp.arange(8)
    for _ in range(2):
        params, momentum, loss = step(params, momentum, tokens, tokens)
    print(loss.dtype, sorted({str(leaf.dtype) for leaf in jax.tree.leaves(params)}))
