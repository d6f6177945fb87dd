"""A transformer of flax.linen modules for bfloat16 activations."""

from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax.training.train_state import TrainState

VOCABULARY, WIDTH, HEADS = 40, 16, 2


class RMSNorm(nn.Module):
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.ones, (x.shape[-1],))
        x32 = x.astype(jnp.float32)
        normed = (x32 * jax.lax.rsqrt(jnp.mean(x32 * x32, axis=-1, keepdims=True) + 1e-6)).astype(self.dtype)
        return normed * scale  # widens


class Attention(nn.Module):
    heads: int
    dtype: Any = jnp.bfloat16

    def setup(self):
        self.query = nn.Dense(WIDTH, use_bias=False, dtype=self.dtype)
        self.key = nn.Dense(WIDTH, use_bias=False, dtype=self.dtype)
        self.value = nn.Dense(WIDTH, use_bias=False, dtype=self.dtype)
        self.out = nn.Dense(WIDTH, dtype=self.dtype)

    def __call__(self, x):
        def split(y):
            return y.reshape(*y.shape[:-1], self.heads, -1).swapaxes(-2, -3)

        q, k, v = split(self.query(x)), split(self.key(x)), split(self.value(x))
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])  # widens
        mask = nn.make_causal_mask(jnp.ones(x.shape[:-1]), dtype=bool)
        weights = nn.softmax(jnp.where(mask, scores, -1e9))
        mixed = weights.astype(self.dtype) @ v
        return self.out(mixed.swapaxes(-2, -3).reshape(x.shape))


class FeedForward(nn.Module):
    hidden: int
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        x = nn.gelu(nn.Dense(self.hidden, dtype=self.dtype)(x))
        return nn.Dense(WIDTH)(x)  # widens


class Model(nn.Module):
    layers: int = 2
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, tokens):
        embed = nn.Embed(VOCABULARY, WIDTH, dtype=self.dtype)
        x = embed(tokens)
        table = self.param("positions", nn.initializers.normal(0.02), (tokens.shape[-1], WIDTH), jnp.float32)
        x = x + table.astype(self.dtype)
        for _ in range(self.layers):
            x = x + Attention(HEADS, self.dtype)(RMSNorm(self.dtype)(x)).astype(self.dtype)
            x = x + FeedForward(4 * WIDTH, self.dtype)(x).astype(self.dtype)
        return embed.attend(x)


def loss_function(params, apply_fn, tokens):
    logits = apply_fn({"params": params}, tokens[:, :-1])
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:])
    return (losses * jnp.linspace(0.5, 1.0, losses.shape[-1])).mean()  # widens


@jax.jit
def train_step(state, tokens):
    loss, grads = jax.value_and_grad(loss_function)(state.params, state.apply_fn, tokens)
    return state.apply_gradients(grads=grads), loss


if __name__ == "__main__":
    model = Model()
    tokens = jnp.arange(16).reshape(2, 8)
    params = model.init(jax.random.key(0), tokens[:, :-1])["params"]
    logits = model.apply({"params": params}, tokens[:, :-1])
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adamw(1e-3))
    state, loss = train_step(state, tokens)
    print(logits.dtype, loss.dtype)
