"""Layers and recurrent cores of haiku with float32 and bfloat16 inputs."""

import haiku as hk
import jax
import jax.numpy as jnp


def network(x):
    x = hk.Linear(16)(x)
    x = hk.LayerNorm(axis=-1, create_scale=True, create_offset=True)(x)
    x = jax.nn.gelu(x)
    return hk.nets.MLP([8, 4])(x)


def conv(x):
    x = hk.Conv2D(4, 3)(x)
    x = hk.BatchNorm(create_scale=True, create_offset=True, decay_rate=0.9)(x, is_training=True)
    x = hk.avg_pool(x, (2, 2, 1), (2, 2, 1), "SAME")
    return hk.Flatten()(x)


def recurrent(xs):
    core = hk.LSTM(6)
    state = core.initial_state(xs.shape[1])
    out, state = hk.dynamic_unroll(core, xs, state)
    return out


def attention(x):
    return hk.MultiHeadAttention(2, 4, w_init_scale=1.0)(x, x, x)


def embed(tokens):
    return hk.Embed(10, 4)(tokens) * jnp.sqrt(4.0)


def main():
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        for function, shape in ((network, (5, 3)), (conv, (2, 8, 8, 3)), (recurrent, (7, 2, 3)), (attention, (5, 8))):
            transformed = hk.transform_with_state(function)
            x = jnp.ones(shape, dtype)
            params, state = transformed.init(key, x)
            transformed.apply(params, state, key, x)
    embedded = hk.without_apply_rng(hk.transform(embed))
    params = embedded.init(key, jnp.zeros((3,), jnp.int32))
    embedded.apply(params, jnp.zeros((3,), jnp.int32))
    cell = hk.without_apply_rng(hk.transform(lambda x, h: hk.GRU(4)(x, h)))
    params = cell.init(key, jnp.ones((2, 3)), jnp.zeros((2, 4)))
    cell.apply(params, jnp.ones((2, 3), jnp.bfloat16), jnp.zeros((2, 4), jnp.bfloat16))


if __name__ == "__main__":
    main()
