"""Lambdas that are called in place, and whose parameters have defaults."""

import math

import jax
import jax.numpy as jnp

x = jnp.ones(3)
flags = x > 0


def main() -> None:
    b = x.astype(jnp.bfloat16)
    b = ((lambda v, s=True: v * s)(b) if math.pi < 4 else (flags**b))
    reveal_type(b)
    for s in (1.0, 2.0):
        c, a = jax.jit(lambda s, t: (s * t, t > 0))(flags, (lambda v, s=math.pi: v * s)(x))
        reveal_type(c)
        reveal_type(a)
        reveal_type(x - (lambda v, s=s: v * s)(flags))
    reveal_type(jnp.sin((lambda v, *w, s=2, **k: v * s)(flags)))
    reveal_type((lambda v, t=2, s=0.5: v * t * s)(flags, s=2))
    reveal_type((lambda v, t=2, /, s=0.5: v * t * s)(flags))
