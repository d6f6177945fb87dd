"""Averages of NumPy arrays whose dtype only JAX knows: the mean of a bfloat16 array is bfloat16."""

import jax.numpy as jnp
import numpy as np

x = jnp.ones(2, jnp.bfloat16)
of_jax = np.asarray(x)
reveal_type(x * of_jax.mean())
reveal_type(x * of_jax.std())
reveal_type(x * of_jax.var())
reveal_type(x * np.mean(of_jax))
own = np.ones(2, np.float32)
reveal_type(x * own.mean())
