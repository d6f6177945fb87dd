"""The methods of a transformed function that is kept in an attribute: `lower` and `defjvp`."""

from collections.abc import Callable

import jax
import jax.numpy as jnp


class Model:
    def __init__(self, function: Callable[[jax.Array], jax.Array]) -> None:
        self.compiled = jax.jit(function)
        self.derived = jax.custom_jvp(function)

    def text(self, x: jax.Array) -> str:
        return self.compiled.lower(x).as_text()

    def set_rule(self) -> None:
        self.derived.defjvp(lambda primals, tangents: (self.derived(*primals), tangents[0]))


model = Model(lambda x: x * 2)
model.set_rule()
assert model.text(jnp.ones(3))
reveal_type(model.compiled(jnp.ones(3, jnp.float16)))
