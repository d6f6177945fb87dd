"""Containers of dtype classes that a call or an operator makes, and that get another dtype class."""

from collections import deque

import jax.numpy as jnp


def main() -> None:
    of_deque = deque([jnp.bfloat16])
    of_deque.append(jnp.float32)
    of_operator = {"a": jnp.bfloat16} | {"b": jnp.bfloat16}
    of_operator["c"] = jnp.float32


main()
