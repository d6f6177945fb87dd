"""A language model of equinox modules with bfloat16 parameters."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

VOCABULARY, WIDTH = 40, 16


class Norm(eqx.Module):
    scale: jax.Array
    eps: float = eqx.field(static=True)

    def __init__(self, width, eps=1e-5):
        self.scale = jnp.ones(width, jnp.bfloat16)
        self.eps = eps

    def __call__(self, x):
        return x * jax.lax.rsqrt(jnp.mean(x * x) + self.eps) * self.scale


class Attention(eqx.Module):
    query: jax.Array
    key: jax.Array
    value: jax.Array

    def __init__(self, width, key, dtype):
        keys = jax.random.split(key, 3)
        self.query = jax.random.normal(keys[0], (width, width), dtype) * width**-0.5
        self.key = jax.random.normal(keys[1], (width, width), dtype) * width**-0.5
        self.value = jax.random.normal(keys[2], (width, width), dtype) * width**-0.5

    def __call__(self, x):
        q, k, v = x @ self.query, x @ self.key, x @ self.value
        scores = q @ k.T / WIDTH**0.5
        mask = np.tril(np.ones((x.shape[0], x.shape[0]), dtype=bool))
        weights = jax.nn.softmax(jnp.where(mask, scores, -1e9))
        return weights.astype(x.dtype) @ v


class Block(eqx.Module):
    norm: Norm
    attention: Attention
    up: eqx.nn.Linear
    down: eqx.nn.Linear

    def __init__(self, width, key, dtype):
        first, second, third = jax.random.split(key, 3)
        self.norm = Norm(width)
        self.attention = Attention(width, first, dtype)
        self.up = eqx.nn.Linear(width, 4 * width, dtype=dtype, key=second)
        self.down = eqx.nn.Linear(4 * width, width, dtype=dtype, key=third)

    def feed_forward(self, x):
        update = self.down(jax.nn.gelu(self.up(x)))
        return update.astype(x.dtype)

    def __call__(self, x):
        x = x + self.attention(jax.vmap(self.norm)(x).astype(x.dtype))
        return x + jax.vmap(self.feed_forward)(x)


class Model(eqx.Module):
    embedding: jax.Array
    positions: jax.Array
    blocks: list

    def __init__(self, key, layers=2, length=8, dtype=jnp.bfloat16):
        keys = jax.random.split(key, layers + 1)
        self.embedding = jax.random.normal(keys[0], (VOCABULARY, WIDTH), dtype) * 0.02
        angles = jnp.arange(length)[:, None] / 10_000 ** (jnp.arange(WIDTH) / WIDTH)
        self.positions = jnp.where(jnp.arange(WIDTH) % 2, jnp.cos(angles), jnp.sin(angles)).astype(dtype)
        self.blocks = [Block(WIDTH, each, dtype) for each in keys[1:]]

    def __call__(self, tokens):
        embedded = self.embedding[tokens] + self.positions[: tokens.shape[0]]
        x = embedded.astype(self.embedding.dtype)
        for block in self.blocks:
            x = block(x)
        return x @ self.embedding.T


@eqx.filter_jit
def step(model, tokens, rate):
    def loss_function(model):
        log_probabilities = jax.nn.log_softmax(jax.vmap(model)(tokens[:, :-1]))
        return -jnp.take_along_axis(log_probabilities, tokens[:, 1:, None], axis=-1).mean()

    loss, grads = eqx.filter_value_and_grad(loss_function)(model)
    updates = jax.tree.map(lambda g: None if g is None else -rate * g, grads)
    return eqx.apply_updates(model, updates), loss


if __name__ == "__main__":
    model = Model(jax.random.key(0))
    tokens = jnp.arange(16).reshape(2, 8)
    logits = model(tokens[0])
    model, loss = step(model, tokens, 1e-3)
    print(logits.dtype, loss.dtype, model.embedding.dtype)
