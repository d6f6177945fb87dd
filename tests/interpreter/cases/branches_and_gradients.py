"""Branches of two dtypes, and derivatives that do not exist."""

import jax
import jax.numpy as jnp
from jax import lax

flag, half, whole = jnp.bool_(True), jnp.ones(3, jnp.bfloat16), jnp.arange(3)


def widened(x):
    return x.astype(jnp.float32), None


def kept(x):
    return x, None


def parabola(x):
    return (x**2).sum()


lax.cond(flag, widened, kept, half)  # E: dtype-branches
lax.cond(flag, lambda: half, lambda: 0.0)  # E: dtype-branches
lax.switch(1, [lambda x: x, lambda x: x > 0], half)  # E: dtype-branches
lax.switch(1.5, [lambda x: x, lambda x: x], half)  # E: dtype-index
lax.cond(flag, lambda: jnp.float32(2), lambda: 0.0)
jax.grad(parabola)(whole)  # E: dtype-gradient
jax.grad(lambda p: parabola(p["w"]))({"w": half, "step": whole})  # E: dtype-gradient
jax.value_and_grad(lambda x: (x > 0).sum())(half)  # E: dtype-gradient
jax.grad(lambda x: (x * 1j).sum())(jnp.ones(3))  # E: dtype-gradient
jax.hessian(parabola)(half * 1j)  # E: dtype-gradient
jax.jvp(parabola, (half,), (jnp.ones(3),))  # E: dtype-gradient
jax.vjp(parabola, half)[1](jnp.ones(()))  # E: dtype-gradient
jax.linearize(parabola, half)[1](jnp.ones(3))  # E: dtype-gradient
jax.grad(lambda x: parabola(x * 0.5), allow_int=True)(whole)
jax.grad(lambda p, n: parabola(p * n))(half, whole)
jax.vjp(parabola, half)[1](jnp.ones((), jnp.bfloat16))
