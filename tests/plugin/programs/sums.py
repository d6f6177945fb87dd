"""Sums. The sum of a tuple that has items is never the int 0, and the leaves of a pytree are no ints."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, bfloat16, float16, float32, int8


def of_tuples(x: Array[float16], y: jax.Array) -> None:
    sums = {"first": x, "second": y}
    pair = x, jnp.roll(y, 1)
    sums["first"] = sum(pair)
    reveal_type(sums["first"])
    mixed = x - np.sin(np.ones(3, np.float32)), x
    sums["second"] = sum(mixed)
    reveal_type(sum(mixed))
    one = (x,)
    reveal_type(sum(one))
    reveal_type(sum(one, x))


def of_leaves(tree: dict[str, Array[float32]], i: Array[int8], b: Array[bfloat16], unknown: Any) -> None:
    total = sum(jax.tree.leaves(tree))
    reveal_type(total)
    reveal_type(b / total)
    reveal_type(total.astype(jnp.float16))
    reveal_type(jnp.sqrt(sum(jax.tree.leaves(tree))))
    reveal_type(sum(jax.tree.leaves(tree), i))
    reveal_type(sum(jax.tree.flatten(tree)[0], i))
    reveal_type(sum(unknown.values(), i))


def main() -> None:
    of_tuples(jnp.ones(3, jnp.float16), jnp.ones(3))
    tree = {"a": jnp.ones(3, jnp.float32)}
    of_leaves(tree, jnp.ones(3, jnp.int8), jnp.ones(3, jnp.bfloat16), tree)
