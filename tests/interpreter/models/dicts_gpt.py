"""A GPT of plain functions whose parameters are nested dicts of bfloat16 arrays, with a cache for decoding."""

import math

import jax
import jax.numpy as jnp
from jax import lax

WIDTH, HEADS, VOCABULARY, LAYERS, LENGTH = 16, 2, 50, 2, 8


def dense(key, rows, columns, dtype):
    return {
        "kernel": jax.random.normal(key, (rows, columns), dtype) / math.sqrt(rows),
        "bias": jnp.zeros(columns, dtype),
    }


def init(key, dtype=jnp.bfloat16):
    params = {"embed": jax.random.normal(key, (VOCABULARY, WIDTH), dtype) * 0.02}
    for index in range(LAYERS):
        keys = jax.random.split(jax.random.fold_in(key, index), 4)
        params[f"layer_{index}"] = {
            "norm": {"scale": jnp.ones(WIDTH, dtype)},
            "qkv": dense(keys[0], WIDTH, 3 * WIDTH, dtype),
            "out": dense(keys[1], WIDTH, WIDTH, dtype),
            "up": dense(keys[2], WIDTH, 4 * WIDTH, dtype),
            "down": dense(keys[3], 4 * WIDTH, WIDTH, dtype),
        }
    return params


def apply_dense(layer, x):
    return x @ layer["kernel"] + layer["bias"]


def layer_norm(layer, x):
    x32 = x.astype(jnp.float32)
    mean = x32.mean(-1, keepdims=True)
    normed = (x32 - mean) * lax.rsqrt(x32.var(-1, keepdims=True) + 1e-5)
    return (normed * layer["scale"]).astype(x.dtype)


def sinusoids(length, width):
    rates = 10_000.0 ** (-jnp.arange(0, width, 2) / width)
    angles = jnp.arange(length)[:, None] * rates
    return jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], axis=-1)


def slopes(scores):
    """ALiBi: a penalty for the distance, with another slope for each head."""
    distances = jnp.arange(scores.shape[-1]) - jnp.arange(scores.shape[-2])[:, None]
    return jnp.array([0.5, 0.25])[:, None, None] * distances


def split_heads(x):
    return x.reshape(x.shape[0], HEADS, -1).swapaxes(0, 1)


def attention(layer, x):
    q, k, v = (split_heads(part) for part in jnp.split(apply_dense(layer["qkv"], x), 3, axis=-1))
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    scores = scores + slopes(scores)  # widens
    weights = jax.nn.softmax(jnp.where(jnp.tri(x.shape[0], dtype=bool), scores, -jnp.inf), axis=-1)
    mixed = weights.astype(v.dtype) @ v
    return apply_dense(layer["out"], mixed.swapaxes(0, 1).reshape(x.shape))


def forward(params, tokens):
    x = params["embed"][tokens] * math.sqrt(WIDTH)
    x = (x + sinusoids(tokens.shape[0], WIDTH)).astype(params["embed"].dtype)
    for index in range(LAYERS):
        layer = params[f"layer_{index}"]
        normed = layer_norm(layer["norm"], x)
        x = x + attention(layer, normed)
        x = x + apply_dense(layer["down"], jax.nn.gelu(apply_dense(layer["up"], normed)))
    return x @ params["embed"].T


def decode_step(params, cache, token, position):
    """One layer of decoding with cached keys and values."""
    x = params["embed"][token]
    layer = params["layer_0"]
    q, k, v = jnp.split(apply_dense(layer["qkv"], layer_norm(layer["norm"], x)), 3, axis=-1)
    cache["k"] = cache["k"].at[position].set(k)
    cache["v"] = cache["v"].at[position].set(v)
    scores = cache["k"] @ q  # widens
    weights = jax.nn.softmax(scores).astype(v.dtype)
    return (x + weights @ cache["v"]) @ params["embed"].T  # widens


def mean_loss(params, batches):
    """The mean over batches, accumulated by a scan."""

    def body(total, tokens):
        logits = forward(params, tokens)
        losses = -jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[:, None], axis=-1)
        return total + losses.mean() * jnp.ones(()), None  # widens

    total, _ = lax.scan(body, jnp.zeros((), logits_dtype(params)), batches)  # raises
    return total / batches.shape[0]


def logits_dtype(params):
    return params["embed"].dtype


if __name__ == "__main__":
    params = init(jax.random.key(0))
    tokens = jnp.arange(LENGTH)
    logits = forward(params, tokens)
    cache = {name: jnp.zeros((LENGTH, WIDTH)) for name in ("k", "v")}
    print(logits.dtype, decode_step(params, cache, tokens[0], 0).dtype)
    try:
        print(mean_loss(params, jnp.stack([tokens, tokens])).dtype)
    except TypeError as error:
        print("rejected:", str(error).split(",")[0])
        raise SystemExit(0) from error
