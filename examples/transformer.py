"""A transformer that learns to reverse a sequence, trained in mixed precision, with a known dtype for every array.

Parameters, optimizer and loss are float32, the computation between them bfloat16. Only fields and parameters of
functions declare dtypes. `jaxtyping-promo coverage examples/transformer.py` shows that mypy knows all others.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32, floating, int32, uint32

F = TypeVar("F", bound=floating)

VOCABULARY, LENGTH, WIDTH, HEADS, LAYERS, BATCH = 16, 8, 64, 4, 2, 64
SEPARATOR = 0
EPSILON = 1e-6


class Block(NamedTuple, Generic[F]):
    """The weights of one layer."""

    attention_scale: Array[F]
    queries: Array[F]
    keys: Array[F]
    values: Array[F]
    output: Array[F]
    mlp_scale: Array[F]
    up: Array[F]
    down: Array[F]


class Model(NamedTuple, Generic[F]):
    """All weights."""

    embedding: Array[F]
    positions: Array[F]
    blocks: tuple[Block[F], ...]
    final_scale: Array[F]


class Adam(NamedTuple):
    """The optimizer's state: moments as flat as the model's leaves."""

    step: Array[int32]
    mean: list[Array[float32]]
    square: list[Array[float32]]


# ------------------------------------------------------------------------------------------------------------ model


def initial_block(key: Array[uint32]) -> Block[float32]:
    """The weights of a layer before training."""
    keys = jax.random.split(key, 6)
    inner = 4 * WIDTH
    return Block(
        attention_scale=jnp.ones(WIDTH),
        queries=jax.random.normal(keys[0], (WIDTH, WIDTH)) / math.sqrt(WIDTH),
        keys=jax.random.normal(keys[1], (WIDTH, WIDTH)) / math.sqrt(WIDTH),
        values=jax.random.normal(keys[2], (WIDTH, WIDTH)) / math.sqrt(WIDTH),
        output=jax.random.normal(keys[3], (WIDTH, WIDTH)) / math.sqrt(WIDTH),
        mlp_scale=jnp.ones(WIDTH),
        up=jax.random.normal(keys[4], (WIDTH, inner)) / math.sqrt(WIDTH),
        down=jax.random.normal(keys[5], (inner, WIDTH)) / math.sqrt(inner),
    )


def initial_model(seed: int) -> Model[float32]:
    """The model before training."""
    embed, place, *rest = jax.random.split(jax.random.PRNGKey(seed), 2 + LAYERS)
    return Model(
        embedding=0.02 * jax.random.normal(embed, (VOCABULARY, WIDTH)),
        positions=0.02 * jax.random.normal(place, (2 * LENGTH, WIDTH)),
        blocks=tuple(initial_block(key) for key in rest),
        final_scale=jnp.ones(WIDTH),
    )


def half_block(block: Block[float32]) -> Block[bfloat16]:
    """A layer in the dtype of the computation."""
    return Block(*(weight.astype(jnp.bfloat16) for weight in block))


def half(model: Model[float32]) -> Model[bfloat16]:
    """The model in the dtype of the computation."""
    return Model(
        embedding=model.embedding.astype(jnp.bfloat16),
        positions=model.positions.astype(jnp.bfloat16),
        blocks=tuple(half_block(block) for block in model.blocks),
        final_scale=model.final_scale.astype(jnp.bfloat16),
    )


def normalized(x: Array[bfloat16], scale: Array[bfloat16]) -> Array[bfloat16]:
    """Divide by the root mean square, which is computed in float32."""
    wide = x.astype(jnp.float32)
    mean_square = jnp.mean(wide**2, axis=-1, keepdims=True)
    return (wide * jax.lax.rsqrt(mean_square + EPSILON)).astype(jnp.bfloat16) * scale


def heads(x: Array[bfloat16]) -> Array[bfloat16]:
    """Add an axis for the heads of attention: batch, head, place, channel."""
    batch, places, _ = x.shape
    return x.reshape(batch, places, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)


def attention(x: Array[bfloat16], block: Block[bfloat16]) -> Array[bfloat16]:
    """Causal attention, with weights that are normalized in float32."""
    batch, places, _ = x.shape
    queries, keys, values = heads(x @ block.queries), heads(x @ block.keys), heads(x @ block.values)
    scores = (queries @ keys.swapaxes(-1, -2)).astype(jnp.float32) / math.sqrt(WIDTH // HEADS)
    causal = jnp.tril(jnp.ones((places, places), dtype=bool))
    weights = jax.nn.softmax(jnp.where(causal, scores, -1e9), axis=-1).astype(jnp.bfloat16)
    mixed = (weights @ values).transpose(0, 2, 1, 3).reshape(batch, places, WIDTH)
    return mixed @ block.output


def logits(model: Model[bfloat16], tokens: Array[int32]) -> Array[float32]:
    """The model's scores for the tokens: one row over the vocabulary for each place."""
    x = model.embedding[tokens] + model.positions[: tokens.shape[1]]
    for block in model.blocks:
        x = x + attention(normalized(x, block.attention_scale), block)
        hidden = jax.nn.gelu(normalized(x, block.mlp_scale) @ block.up)
        x = x + hidden @ block.down
    return (normalized(x, model.final_scale) @ model.embedding.T).astype(jnp.float32)


# --------------------------------------------------------------------------------------------------------- training


def examples(key: Array[uint32]) -> Array[int32]:
    """Sequences, a separator, and the same sequences reversed."""
    forward = jax.random.randint(key, (BATCH, LENGTH), 1, VOCABULARY)
    separator = jnp.full((BATCH, 1), SEPARATOR, dtype=jnp.int32)
    return jnp.concatenate([forward, separator, jnp.flip(forward, axis=1)], axis=1)


def loss(model: Model[float32], tokens: Array[int32]) -> Array[float32]:
    """The mean cross entropy of the reversed half."""
    predicted = jax.nn.log_softmax(logits(half(model), tokens[:, :-1]))
    wanted = jax.nn.one_hot(tokens[:, 1:], VOCABULARY)
    entropies = -jnp.sum(predicted * wanted, axis=-1)
    return jnp.mean(entropies[:, LENGTH:])


def rate(step: Array[int32], peak: float) -> Array[float32]:
    """The learning rate, which rises over the first 50 steps."""
    return peak * jnp.minimum(step.astype(jnp.float32) / 50, 1.0)


@partial(jax.jit, static_argnames="peak")
def train_step(
    model: Model[float32], adam: Adam, key: Array[uint32], peak: float = 3e-3
) -> tuple[Model[float32], Adam, Array[float32]]:
    """One step of Adam on a batch of new examples."""
    value, gradient = jax.value_and_grad(loss)(model, examples(key))
    step = adam.step + 1
    count = step.astype(jnp.float32)
    speed = rate(step, peak)
    weights: list[Array[float32]] = jax.tree.leaves(model)
    slopes: list[Array[float32]] = jax.tree.leaves(gradient)
    mean = [0.9 * m + 0.1 * g for m, g in zip(adam.mean, slopes, strict=True)]
    square = [0.99 * s + 0.01 * g**2 for s, g in zip(adam.square, slopes, strict=True)]
    moved = [
        w - speed * (m / (1 - 0.9**count)) / (jnp.sqrt(s / (1 - 0.99**count)) + 1e-8)
        for w, m, s in zip(weights, mean, square, strict=True)
    ]
    trained: Model[float32] = jax.tree.unflatten(jax.tree.structure(model), moved)
    return trained, Adam(step, mean, square), value


def accuracy(model: Model[float32], key: Array[uint32]) -> Array[float32]:
    """The fraction of the reversed tokens that the model predicts correctly."""
    tokens = examples(key)
    guesses = jnp.argmax(logits(half(model), tokens[:, :-1]), axis=-1)
    return jnp.mean(guesses[:, LENGTH:] == tokens[:, LENGTH + 1 :])


def train(steps: int, seed: int = 0) -> tuple[Model[float32], list[float]]:
    """Train a new model.

    Returns:
        The model, and the loss at each step.
    """
    model = initial_model(seed)
    weights: list[Array[float32]] = jax.tree.leaves(model)
    adam = Adam(jnp.int32(0), [jnp.zeros_like(w) for w in weights], [jnp.zeros_like(w) for w in weights])
    losses = []
    for key in jax.random.split(jax.random.PRNGKey(seed + 1), steps):
        model, adam, value = train_step(model, adam, key)
        losses.append(value.item())
    return model, losses


if __name__ == "__main__":
    trained, losses = train(300)
    print(f"loss {losses[0]:.2f} -> {losses[-1]:.3f}, accuracy {accuracy(trained, jax.random.PRNGKey(9)).item():.1%}")
