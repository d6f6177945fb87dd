"""FhG-IISB/jNO#65: the parameters are cast to bfloat16, and the inputs stay float32, so all layers compute in float32."""

import jax
import jax.numpy as jnp


class Model:
    def __init__(self, key):
        self.params = [jax.random.normal(key, (8, 8)) for _ in range(2)]

    def dtype(self, dtype):
        self.params = [p.astype(dtype) for p in self.params]
        return self

    def __call__(self, x):
        hidden = jnp.tanh(x @ self.params[0])  # told: dtype-upcast
        return hidden @ self.params[1]


model = Model(jax.random.key(0)).dtype(jnp.bfloat16)
model(jnp.linspace(0, 1, 8))
