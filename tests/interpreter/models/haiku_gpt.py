"""A language model of haiku modules with bfloat16 activations."""

import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np

VOCABULARY, WIDTH, HEADS = 40, 16, 2
DTYPE = jnp.bfloat16


class Norm(hk.Module):
    def __call__(self, x):
        scale = hk.get_parameter("scale", [x.shape[-1]], init=jnp.ones)
        inverse = jax.lax.rsqrt(jnp.mean(jnp.square(x), axis=-1, keepdims=True) + 1e-5)
        return x * inverse * scale  # widens


class Attention(hk.Module):
    def __init__(self, heads, name=None):
        super().__init__(name=name)
        self.heads = heads

    def __call__(self, x):
        length, width = x.shape
        q, k, v = (hk.Linear(width, with_bias=False, name=name)(x) for name in ("query", "key", "value"))
        q, k, v = (part.reshape(length, self.heads, -1).swapaxes(0, 1) for part in (q, k, v))
        scores = q @ k.swapaxes(-1, -2)
        scores = scores / np.sqrt(width // self.heads)  # widens
        scores = jnp.where(np.tri(length, dtype=bool), scores, -1e9)
        mixed = jax.nn.softmax(scores).astype(v.dtype) @ v
        return hk.Linear(width)(mixed.swapaxes(0, 1).reshape(length, width))


def recurrence(x):
    """A linear recurrence over time with a decay for each channel."""
    decay = jax.nn.sigmoid(hk.get_parameter("decay", [x.shape[-1]], DTYPE, init=hk.initializers.Constant(2.0)))

    def body(state, item):
        state = decay * state + item
        return state, state

    _, states = jax.lax.scan(body, jnp.zeros(x.shape[-1]), x)
    return states


def model(tokens):
    table = hk.get_parameter("table", [VOCABULARY, WIDTH], DTYPE, init=hk.initializers.TruncatedNormal(0.02))
    positions = hk.get_parameter("positions", [64, WIDTH], init=hk.initializers.RandomNormal(0.02))
    x = table[tokens] + positions[: tokens.shape[0]]  # widens
    x = x.astype(DTYPE)
    for index in range(2):
        x = x + Attention(HEADS, name=f"attention_{index}")(Norm()(x).astype(DTYPE))
        x = x + recurrence(x)  # widens
        x = x.astype(DTYPE)
    return x @ table.T


network = hk.without_apply_rng(hk.transform(model))


def loss_function(params, tokens):
    logits = network.apply(params, tokens[:-1])
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[1:, None], axis=-1)
    return -jnp.mean(picked[:, 0] * jnp.array([1.0] * 7))  # widens


@jax.jit
def step(params, tokens):
    loss, grads = jax.value_and_grad(loss_function)(params, tokens)
    return jax.tree.map(lambda p, g: p - 1e-3 * g, params, grads), loss


if __name__ == "__main__":
    tokens = jnp.arange(8)
    params = network.init(jax.random.key(0), tokens)
    logits = network.apply(params, tokens)
    params, loss = step(params, tokens)
    print(logits.dtype, loss.dtype)
