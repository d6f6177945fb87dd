"""Layers of flax.linen with float32 and bfloat16 parameters and computation."""

import flax.linen as nn
import jax
import jax.numpy as jnp


def shaped(*shape: int, dtype: str = "float32") -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, jnp.dtype(dtype))


class Block(nn.Module):
    features: int
    dtype: str

    @nn.compact
    def __call__(self, x):
        y = nn.LayerNorm(dtype=self.dtype)(x)
        y = nn.MultiHeadDotProductAttention(num_heads=2, dtype=self.dtype)(y, y)
        x = x + y
        y = nn.Dense(self.features * 2, dtype=self.dtype)(nn.RMSNorm(dtype=self.dtype)(x))
        return x + nn.Dense(self.features, dtype=self.dtype)(nn.gelu(y))


def initialized(layer, *inputs):
    return jax.eval_shape(lambda k, *xs: layer.init_with_output(k, *xs), jax.random.key(0), *inputs)


def main() -> None:
    for dtype in ("float32", "bfloat16"):
        for computed in ("float32", "bfloat16"):
            x, image = shaped(2, 6, 8, dtype=dtype), shaped(1, 8, 8, 4, dtype=dtype)
            for layer in (
                Block(8, computed),
                nn.Dense(3, dtype=computed),
                nn.DenseGeneral((2, 3), dtype=computed),
                nn.LayerNorm(dtype=computed),
                nn.GroupNorm(num_groups=2, dtype=computed),
                nn.Einsum((8, 4), "...d,de->...e", dtype=computed),
            ):
                initialized(layer, x)
            initialized(nn.Conv(5, (3, 3), dtype=computed), image)
            initialized(nn.ConvTranspose(5, (3, 3), dtype=computed), image)
            initialized(nn.BatchNorm(use_running_average=False, dtype=computed), image)
            initialized(nn.Embed(11, 8, dtype=computed), shaped(2, 3, dtype="int32"))
        jax.eval_shape(lambda v: nn.avg_pool(v, (2, 2), count_include_pad=False, padding="SAME"), image)
        jax.eval_shape(lambda v: nn.max_pool(v, (2, 2)), image)
        for function in (nn.gelu, nn.silu, nn.softmax, nn.hard_swish, nn.leaky_relu):
            jax.eval_shape(function, x)
        cell = nn.LSTMCell(features=8)
        carry = (shaped(2, 8, dtype=dtype), shaped(2, 8, dtype=dtype))
        initialized(cell, carry, shaped(2, 8, dtype=dtype))
        initialized(nn.GRUCell(features=8), carry[0], shaped(2, 8, dtype=dtype))


if __name__ == "__main__":
    main()
