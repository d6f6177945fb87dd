"""FluxML/Optimisers.jl#215: the decay 0.999 of a moment is 1 in bfloat16."""

import jax
import jax.numpy as jnp


class Adam:
    def __init__(self, rate=1e-3, betas=(0.9, 0.999), epsilon=1e-6):
        self.rate, self.betas, self.epsilon = rate, betas, epsilon

    def init(self, params):
        return jax.tree.map(
            lambda p: (jnp.zeros_like(p, dtype=jnp.float32), jnp.zeros_like(p, dtype=jnp.float32)), params
        )

    def apply(self, params, state, gradients):
        first, second = self.betas

        def update(p, moments, g):
            m = first * moments[0] + (1 - first) * g
            v = second * moments[1] + (1 - second) * g**2
            return (p - self.rate * m / (jnp.sqrt(v) + self.epsilon)).astype(p.dtype)

        return jax.tree.map(update, params, state, gradients, is_leaf=lambda x: isinstance(x, tuple))


params = {"w": jnp.ones((4, 4), jnp.bfloat16)}
optimizer = Adam()
optimizer.apply(params, optimizer.init(params), params)
