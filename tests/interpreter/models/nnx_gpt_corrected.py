"""A transformer of flax.nnx modules with bfloat16 parameters."""

import jax
import jax.numpy as jnp
from flax import nnx

VOCABULARY, WIDTH, HEADS = 40, 16, 2


class RMSNorm(nnx.Module):
    def __init__(self, width):
        self.scale = nnx.Param(jnp.ones(width, jnp.bfloat16))

    def __call__(self, x):
        mean_square = jnp.mean(jnp.square(x.astype(jnp.float32)), axis=-1, keepdims=True)
        normed = x * jax.lax.rsqrt(mean_square + 1e-6).astype(x.dtype)
        return normed * self.scale[...]


class Attention(nnx.Module):
    def __init__(self, width, heads, dtype, rngs):
        self.heads = heads
        self.qkv = nnx.Linear(width, 3 * width, use_bias=False, param_dtype=dtype, rngs=rngs)
        self.out = nnx.Linear(width, width, use_bias=False, param_dtype=dtype, rngs=rngs)

    def __call__(self, x, bias):
        batch, length, width = x.shape
        q, k, v = jnp.split(self.qkv(x), 3, axis=-1)
        q, k, v = (part.reshape(batch, length, self.heads, -1).transpose(0, 2, 1, 3) for part in (q, k, v))
        scores = q @ k.swapaxes(-1, -2) * (width // self.heads) ** -0.5
        scores = scores + bias
        weights = jax.nn.softmax(scores, axis=-1).astype(v.dtype)
        return self.out((weights @ v).transpose(0, 2, 1, 3).reshape(x.shape))


class Block(nnx.Module):
    def __init__(self, width, heads, dtype, rngs):
        self.norm = RMSNorm(width)
        self.attention = Attention(width, heads, dtype, rngs)
        self.up = nnx.Linear(width, 2 * width, param_dtype=dtype, rngs=rngs)
        self.down = nnx.Linear(2 * width, width, param_dtype=dtype, rngs=rngs)

    def __call__(self, x, bias):
        x = x + self.attention(self.norm(x).astype(x.dtype), bias)
        update = self.down(nnx.silu(self.up(x)))
        return x + update.astype(x.dtype)


class Model(nnx.Module):
    def __init__(self, layers, *, rngs, dtype=jnp.bfloat16):
        self.embed = nnx.Embed(VOCABULARY, WIDTH, param_dtype=dtype, rngs=rngs)
        self.blocks = nnx.List([Block(WIDTH, HEADS, dtype, rngs) for _ in range(layers)])
        self.temperature = 0.7

    def __call__(self, tokens):
        x = self.embed(tokens)
        length = tokens.shape[-1]
        bias = jnp.where(jnp.tri(length, dtype=bool), jnp.zeros((length, length), x.dtype), -1e9)
        for block in self.blocks:
            x = block(x, bias)
        return self.embed.attend(x) / self.temperature


def loss_function(model, tokens):
    log_probabilities = jax.nn.log_softmax(model(tokens[:, :-1]))
    return -jnp.take_along_axis(log_probabilities, tokens[:, 1:, None], axis=-1).mean()


@nnx.jit
def train_step(model, tokens):
    loss, grads = nnx.value_and_grad(loss_function)(model, tokens)
    return loss, grads


if __name__ == "__main__":
    model = Model(2, rngs=nnx.Rngs(0))
    tokens = jnp.arange(16).reshape(2, 8)
    logits = model(tokens)
    loss, grads = train_step(model, tokens)
    print(logits.dtype, loss.dtype)
