# [tool.jaxtyping-promo]
# x64 = true
"""Layers of flax.nnx, whose parameters are float32 with x64, too."""



import jax
jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp
from flax import nnx



def main() -> None:
    rngs = nnx.Rngs(0)
    x, halves = jnp.ones((2, 3)), jnp.ones((2, 3), jnp.float16)

    linear = nnx.Linear(3, 4, rngs=rngs)
    reveal_type(linear(x))
    reveal_type(linear(halves))
    reveal_type(linear(jnp.ones((2, 3), jnp.int32)))
    reveal_type(nnx.Linear(3, 4, use_bias=False, rngs=rngs)(halves))
    narrow = nnx.Linear(3, 4, param_dtype=jnp.float16, rngs=rngs)
    reveal_type(narrow(halves))
    reveal_type(narrow(x))
    computed = nnx.Linear(3, 4, dtype=jnp.bfloat16, rngs=rngs)
    reveal_type(computed(x))
    mixed = nnx.Linear(3, 4, param_dtype=jnp.bfloat16, bias_init=nnx.initializers.ones_init(), rngs=rngs)
    reveal_type(mixed(halves))
    reveal_type(jax.vmap(linear)(halves))

    convolution = nnx.Conv(3, 4, (3,), rngs=rngs)
    reveal_type(convolution(jnp.ones((1, 8, 3), jnp.float16)))
    table = nnx.Embed(5, 3, rngs=rngs)
    reveal_type(table(jnp.array([1, 2])))
    reveal_type(nnx.Embed(5, 3, dtype=jnp.float16, rngs=rngs)(jnp.array([1, 2])))
    reveal_type(nnx.LayerNorm(3, rngs=rngs)(x))
    dropout = nnx.Dropout(0.5, deterministic=True)
    reveal_type(dropout(halves))


main()
