import jax, jax.numpy as jnp, numpy as np

for x in (jnp.float16(1.5), jnp.int8(1), jnp.asarray(1.5)):
    reveal_type((round(x), round(x, None), round(x, 1)))
reveal_type(round(np.float32(1.5), 1))
reveal_type(jax.vmap(lambda a, b: (a * b, b), in_axes=(0, None), out_axes=(0, None))(jnp.ones(2, jnp.bfloat16), 2.0))
reveal_type(
    jax.vmap(lambda a, b: (a * b, b), in_axes=(0, None), out_axes=(0, None))(jnp.ones(2, jnp.bfloat16), np.float32(2))
)
reveal_type(
    jax.vmap(lambda a, b: a * b["x"], in_axes=(0, {"x": None}))(jnp.ones(2, jnp.bfloat16), {"x": np.float64(2)})
)
reveal_type(jax.vmap(lambda a, b: b, in_axes=(0, None))(jnp.ones(2, jnp.bfloat16), 1))
reveal_type(jax.vmap(lambda a: 1.0)(jnp.ones(2)))
reveal_type(jax.vmap(lambda a, b: isinstance(b, float), in_axes=(0, None))(jnp.ones(2), 2.0))
reveal_type(jax.vmap(lambda a, b: np.float32(1) * b, in_axes=(0, None), out_axes=None)(jnp.ones(2), 2.0))
