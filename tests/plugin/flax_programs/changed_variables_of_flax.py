
import jax
import jax.numpy as jnp
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.first = nnx.Linear(3, 4, use_bias=False, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.first(x)


def main() -> None:
    rngs = nnx.Rngs(0)
    halves = jnp.ones((2, 3), jnp.float16)
    model = Model(rngs)
    weights = model.first.kernel
    weights.set_value(jnp.ones((3, 4), jnp.float16))
    reveal_type(model(halves))
    reveal_type(model.first(halves))


main()
