"""Associative scans make weak arrays strong."""

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax


def add_trees(x: Any, y: Any) -> Any:
    return jax.tree.map(jnp.add, x, y)


def scans(c: bool) -> None:
    half = jnp.ones(3, jnp.float16)
    weak = jnp.full(3, 2.0)
    either = jnp.broadcast_to((1 if c else 0.5), (3,))
    reveal_type(either)
    reveal_type(lax.associative_scan(lambda x, y: x * y, either))
    reveal_type(lax.associative_scan(add_trees, [either, half]))
    reveal_type(lax.associative_scan(jnp.add, weak))
    reveal_type(lax.associative_scan(jnp.add, half if c else weak))
    reveal_type(lax.associative_scan(add_trees, (half, weak)))
    reveal_type(lax.associative_scan(lambda x, y: x * y, half))
    reveal_type(lax.associative_scan(add_trees, {"a": half}))


def main() -> None:
    scans(True)
    scans(False)
