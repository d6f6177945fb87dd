"""A tuple of unknown items that a tuple of unknown length replaces."""

import jax
import jax.numpy as jnp
from jax import lax


def f(e):
    for c in (jnp.histogram(e)[0][:3], e):
        pass
    c = jax.random.permutation(jax.random.key(0), e) @ e
    if c.dtype == jnp.uint8:
        ts = (-c,) + (c,)
        b, c = jnp.divmod(-e, (e - c))
    else:
        c, g = lax.while_loop(lambda c: jnp.all(c[1] > c[1]), lambda c: (c[0] + 1, c[1]), (c, e))
    ts = (*{"a": c, "b": c}.values(), c)
    reveal_type(ts)


f(jnp.ones(3))
