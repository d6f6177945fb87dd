"""A variable whose first value comes from a walrus."""

import jax.numpy as jnp

if (w := jnp.ones(3)).ndim > 1:
    pass
w = w > 0
reveal_type(w)
