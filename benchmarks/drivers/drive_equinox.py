"""Layers of equinox with float32 and bfloat16 parameters and inputs."""

import equinox as eqx
import jax
import jax.numpy as jnp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


class Block(eqx.Module):
    attention: eqx.nn.MultiheadAttention
    norm: eqx.nn.LayerNorm
    mlp: eqx.nn.MLP

    def __init__(self, size, dtype, key):
        first, second = jax.random.split(key)
        self.attention = eqx.nn.MultiheadAttention(2, size, dtype=dtype, key=first)
        self.norm = eqx.nn.LayerNorm(size, dtype=dtype)
        self.mlp = eqx.nn.MLP(size, size, 2 * size, 1, dtype=dtype, key=second)

    def __call__(self, x):
        y = jax.vmap(self.norm)(x)
        x = x + self.attention(y, y, y)
        return x + jax.vmap(self.mlp)(x)


def main() -> None:
    key = jax.random.key(0)
    for dtype in ("float32", "bfloat16"):
        for given in ("float32", "bfloat16"):
            parameters = jnp.dtype(dtype)
            vector, image = shaped(8, dtype=given), shaped(4, 9, 9, dtype=given)
            jax.eval_shape(lambda k, x: Block(8, parameters, k)(x), key, shaped(5, 8, dtype=given))
            jax.eval_shape(lambda k, x: eqx.nn.Linear(8, 3, dtype=parameters, key=k)(x), key, vector)
            if dtype == given:  # JAX rejects convolutions of two dtypes
                jax.eval_shape(lambda k, x: eqx.nn.Conv2d(4, 5, 3, dtype=parameters, key=k)(x), key, image)
                jax.eval_shape(lambda k, x: eqx.nn.ConvTranspose2d(4, 5, 3, dtype=parameters, key=k)(x), key, image)
            jax.eval_shape(
                lambda k, x: eqx.nn.GRUCell(8, 6, dtype=parameters, key=k)(x, jnp.zeros(6, given)), key, vector
            )
            jax.eval_shape(
                lambda k, x: eqx.nn.LSTMCell(8, 6, dtype=parameters, key=k)(x, (jnp.zeros(6, given),) * 2), key, vector
            )
            jax.eval_shape(lambda x: eqx.nn.RMSNorm(8, dtype=parameters)(x), vector)
            jax.eval_shape(lambda x: eqx.nn.GroupNorm(2, 4, dtype=parameters)(x), image)
            jax.eval_shape(lambda k, i: eqx.nn.Embedding(7, 8, dtype=parameters, key=k)(i), key, shaped(dtype="int32"))
        jax.eval_shape(eqx.nn.AvgPool2d(2), image)
        jax.eval_shape(eqx.nn.MaxPool2d(2), image)
        jax.eval_shape(lambda x: eqx.nn.Dropout(0.5)(x, key=key), vector)
        jax.eval_shape(eqx.nn.RotaryPositionalEmbedding(8), shaped(5, 8, dtype=given))
        jax.eval_shape(lambda x: eqx.filter_value_and_grad(lambda v: jnp.sum(v * v))(x), vector)


if __name__ == "__main__":
    main()
