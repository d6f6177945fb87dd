"""pytorch/ao#4915: the step counter of Adam has the default dtype bfloat16, and stops at 256."""

import jax.numpy as jnp


class Adam:
    def __init__(self, dtype):
        self.state = {"step": jnp.zeros((), dtype), "mean": jnp.zeros(4, dtype)}

    def update(self, gradients):
        self.state["step"] += 1  # told: dtype-counter
        self.state["mean"] = 0.9 * self.state["mean"] + 0.1 * gradients
        correction = 1 - 0.9 ** self.state["step"].astype(jnp.float32)
        return self.state["mean"] / correction.astype(gradients.dtype)


optimizer = Adam(jnp.bfloat16)
optimizer.update(jnp.ones(4, jnp.bfloat16))
