"""Lists whose items move after one of them has been assigned, and lists that change under another name."""

import random

import jax.numpy as jnp


def main() -> None:
    x, i = jnp.ones(3, jnp.float16), jnp.arange(3)
    inserted = [x, x]
    inserted[0] = i
    inserted.insert(0, x)
    reveal_type(inserted[0])
    turned = [x, x]
    turned[0] = i
    turned.reverse()
    reveal_type(turned[0])
    popped = [x, x]
    popped[0] = i
    popped.pop(0)
    reveal_type(popped[0])
    ordered = [x, x]
    ordered[0] = i
    ordered.sort(key=lambda array: array.sum())
    reveal_type(ordered[1])
    shuffled = [x, x]
    shuffled[0] = i
    random.shuffle(shuffled)
    reveal_type(shuffled[0])
    last = [x, x]
    last[1] = i
    last[-1] = x
    reveal_type(last[1])
    rows = [[x]]
    rows[0][0] = i
    for row in rows:
        row[0] = row[0] * 1.5
    reveal_type(rows[0][0])
    alias = rows[0]
    alias[0] = x
    reveal_type(rows[0][0])
    layers = [{"w": x}, {"w": x}]
    layers[0]["w"] = i
    layers.reverse()
    reveal_type(layers[0]["w"])
