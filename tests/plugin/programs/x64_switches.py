"""x64 switched by a value, by a stored context manager, and around a function that is called later."""

import jax
import jax.numpy as jnp

flag = True
with jax.enable_x64(flag):
    reveal_type(jnp.zeros(3))
ctx = jax.enable_x64(True)
with ctx:
    reveal_type(jnp.zeros(3))
with jax.enable_x64(True):

    def f() -> None:
        reveal_type(jnp.zeros(3))

    g = lambda: jnp.zeros(3)
f()
reveal_type(g())
