import flax.linen as nn
import jax
import jax.numpy as jnp
from flax.cursor import cursor

x = jnp.ones((2, 3))
half = jnp.ones((2, 3), jnp.float16)


class Layer(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        kernel = self.param("kernel", nn.initializers.lecun_normal(), (3, 3), jnp.bfloat16)
        reveal_type(kernel)
        reveal_type(self.param("zeros", nn.initializers.zeros, (3,), jnp.bfloat16))
        reveal_type(self.param("bias", lambda key: jnp.zeros(3, jnp.float16)))
        reveal_type(self.param("drawn", lambda key, shape: jax.random.normal(key, shape), (3,)))
        mean = self.variable("stats", "mean", lambda: jnp.zeros(3, jnp.bfloat16))
        reveal_type(mean.value)
        reveal_type(self.get_variable("stats", "mean", jnp.zeros(3)))
        reveal_type(self.get_variable("stats", "none", jnp.zeros(3)))
        reveal_type(self.perturb("perturbed", half))
        return x @ kernel


variables = Layer().init(jax.random.key(0), x)
changed = cursor({"a": x})["a"].set(half)
reveal_type(changed["a"])
same = cursor({"a": x})["a"].set(x + 1)
reveal_type(same["a"])
applied = cursor({"a": x}).apply_update(lambda path, value: half if path == "a" else value).build()
reveal_type(applied["a"])
