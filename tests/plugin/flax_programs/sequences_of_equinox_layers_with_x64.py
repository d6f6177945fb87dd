# [tool.jaxtyping-promo]
# x64 = true
"""Sequences of layers of equinox, whose default dtype is float64 with x64."""


from collections.abc import Callable

import equinox as eqx
import jax
jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp



class Doubled(eqx.nn.StatefulLayer):
    """A layer that `Sequential` calls with a state."""

    weight: jax.Array

    def __call__(self, x, state, *, key=None):  # type: ignore[no-untyped-def, override]
        return (x * self.weight).astype(jnp.complex64), state


class Stateful(eqx.nn.Linear, eqx.nn.StatefulLayer):
    """A layer that `Sequential` calls with a state, although it is a `Linear`."""

    def __init__(self, key) -> None:  # type: ignore[no-untyped-def]
        super().__init__(3, 3, key=key)

    def __call__(self, x, state, *, key=None):  # type: ignore[no-untyped-def, override]
        return (x @ self.weight).astype(jnp.complex64), state


def stateful(key) -> eqx.nn.Linear:  # type: ignore[no-untyped-def]
    return Stateful(key)


def main() -> None:
    key = jax.random.key(0)
    x, halves = jnp.ones(3), jnp.ones(3, jnp.float16)

    layers: list[Callable] = [eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu), eqx.nn.Linear(4, 3, key=key)]
    sequential = eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu), eqx.nn.LayerNorm(4)])
    reveal_type(sequential(x))
    reveal_type(sequential(halves))
    reveal_type(sequential(halves, key=key))
    reveal_type(eqx.nn.Sequential(layers)(halves))
    narrow = eqx.nn.Sequential(
        [eqx.nn.Linear(3, 4, dtype=jnp.bfloat16, key=key), eqx.nn.Dropout(0.5, inference=True)]
    )
    reveal_type(narrow(halves.astype(jnp.bfloat16)))
    reveal_type(narrow(halves))
    nested = eqx.nn.Sequential([sequential, eqx.nn.Linear(4, 2, key=key)])
    reveal_type(nested(halves))
    reveal_type(jax.vmap(sequential)(jnp.ones((2, 3), jnp.float16)))
    doubled = eqx.nn.Sequential([Doubled(jnp.ones(3)), eqx.nn.Lambda(jnp.abs)])
    state = eqx.nn.State(doubled)
    reveal_type(doubled(x, state)[0])
    reveal_type(eqx.nn.Sequential([Doubled(jnp.ones(3))])(x, state)[0])
    reveal_type(eqx.nn.Sequential([stateful(key)])(x, state)[0])
    declared: eqx.nn.Linear = Stateful(key)
    reveal_type(eqx.nn.Sequential([declared])(x, state)[0])


main()
