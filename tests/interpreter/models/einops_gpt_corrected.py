"""A GPT whose shapes are written with einops; parameters and activations are float16."""

import einops
import jax
import jax.numpy as jnp
import numpy as np
from einops import rearrange, reduce, repeat

HEADS, KV_HEADS = 4, 2


def weight(key, *shape):
    return jax.random.normal(key, shape, dtype=jnp.float16) * 0.05


def init(key, width=16, vocabulary=40, layers=2):
    keys = jax.random.split(key, 5 * layers + 1)
    head = width // HEADS
    return {
        "table": weight(keys[0], vocabulary, width),
        "layers": [
            {
                "query": weight(keys[5 * i + 1], width, HEADS, head),
                "key": weight(keys[5 * i + 2], width, KV_HEADS, head),
                "value": weight(keys[5 * i + 3], width, KV_HEADS, head),
                "out": weight(keys[5 * i + 4], HEADS, head, width),
                "mlp": weight(keys[5 * i + 5], width, width),
                "gain": jnp.ones(width, dtype=jnp.float16),
            }
            for i in range(layers)
        ],
    }


def normalise(x, gain):
    mean_square = reduce(x * x, "... d -> ... 1", "mean")
    return x / jnp.sqrt(mean_square + 1e-4) * gain


def alibi(length):
    """A penalty that grows with the distance, for each head."""
    slopes = 2.0 ** -np.arange(1, HEADS + 1)
    distance = np.abs(np.arange(length)[:, None] - np.arange(length)[None, :])
    return rearrange(slopes, "h -> h 1 1") * -distance


def attention(layer, x):
    q = jnp.einsum("btd,dhe->bhte", x, layer["query"])
    k = jnp.einsum("btd,dhe->bhte", x, layer["key"])
    v = jnp.einsum("btd,dhe->bhte", x, layer["value"])
    k, v = (repeat(each, "b h t e -> b (h g) t e", g=HEADS // KV_HEADS) for each in (k, v))
    scores = einops.einsum(q, k, "b h t e, b h s e -> b h t s") * q.shape[-1] ** -0.5
    scores = scores + jnp.asarray(alibi(x.shape[1]), scores.dtype)
    mask = rearrange(jnp.tril(jnp.ones((x.shape[1], x.shape[1]))), "t s -> 1 1 t s")
    weights = jax.nn.softmax(jnp.where(mask > 0, scores, -6e4), axis=-1)
    mixed = einops.einsum(weights.astype(v.dtype), v, "b h t s, b h s e -> b h t e")
    return jnp.einsum("bhte,hed->btd", mixed, layer["out"])


def mix_tokens(x):
    """A causal mean over time, by a matrix of weights."""
    kernel = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), x.dtype))
    kernel = kernel / reduce(kernel, "t s -> t 1", "sum")
    return einops.einsum(kernel, x, "t s, b s d -> b t d")


def forward(params, tokens):
    x = params["table"][tokens]
    positions = jnp.linspace(0.0, 1.0, tokens.shape[1])
    x = x + rearrange(positions, "t -> 1 t 1").astype(x.dtype)
    for layer in params["layers"]:
        h = normalise(x, layer["gain"])
        x = x + attention(layer, h)
        x = x + mix_tokens(h).astype(x.dtype)
        x = x + jax.nn.silu(h @ layer["mlp"])
    pooled = reduce(x, "b t d -> b d", "mean")
    return x @ params["table"].T, pooled


def loss(params, tokens, mask):
    logits, pooled = forward(params, tokens)
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[..., None], axis=-1)
    losses = -rearrange(picked, "b t 1 -> b t") * mask
    return losses.sum() / mask.sum(), pooled


if __name__ == "__main__":
    params = init(jax.random.key(0))
    tokens = jnp.arange(12).reshape(2, 6)
    mask = jnp.ones(tokens.shape, dtype=jnp.float16)
    (value, pooled), grads = jax.jit(jax.value_and_grad(loss, has_aux=True))(params, tokens, mask)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    print(value.dtype, pooled.dtype, sorted({str(leaf.dtype) for leaf in jax.tree.leaves(params)}))
