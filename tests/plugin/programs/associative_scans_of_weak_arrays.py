"""Associative scans make weak arrays strong."""

import jax.numpy as jnp
from jax import lax


def scans(c: bool) -> None:
    half = jnp.ones(3, jnp.float16)
    weak = jnp.full(3, 2.0)
    either = jnp.broadcast_to((1 if c else 0.5), (3,))
    reveal_type(either)
    reveal_type(lax.associative_scan(lambda x, y: x * y, either))
    reveal_type(lax.associative_scan(jnp.add, [either, half]))
    reveal_type(lax.associative_scan(jnp.add, weak))
    reveal_type(lax.associative_scan(jnp.add, half if c else weak))
    reveal_type(lax.associative_scan(jnp.add, (half, weak)))
    reveal_type(lax.associative_scan(lambda x, y: x * y, half))
    reveal_type(lax.associative_scan(jnp.add, {"a": half}))


def main() -> None:
    scans(True)
    scans(False)
