"""Lists of themselves."""
from typing import Sequence, Union

import jax.numpy as jnp
from jaxtyping_promo import *

Endless = list["Endless"]
Tree = Union[Array[int8], "Forest"]
Forest = Sequence[Tree]


def program(a: Endless, b: Tree, c: Forest) -> None:
    reveal_type(jnp.array(a))
    reveal_type(jnp.stack(a))
    reveal_type(jnp.block(a))
    reveal_type(jnp.array(c))
    reveal_type(jnp.array([a, [b, [c]]]))
    reveal_type(jnp.block([*a, *c]))
    reveal_type(jnp.broadcast_arrays(*a))
    reveal_type(jnp.concatenate(b))
