import equinox as eqx
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]

x = jnp.ones((2, 3))
half = jnp.ones((2, 3), jnp.float16)

reveal_type(eqx.nn.Identity()(half, key=jax.random.key(0)))
reveal_type(eqx.combine(half, None))
reveal_type(optax.tree.cast_like(x, half))
reveal_type(optax.tree.cast(x, jnp.bfloat16))
reveal_type(optax.incremental_update(x, half, 0.5))
reveal_type(eqx.filter_vjp(lambda a: a * 2, half)[0])
reveal_type(eqx.internal.while_loop(lambda a: a.sum() < 1, lambda a: a + 1, half, kind="lax"))
