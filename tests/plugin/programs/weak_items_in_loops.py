"""Loops over a weak array and a strong one, whose variables are assigned elsewhere, too."""

import jax.numpy as jnp


def main() -> None:
    strong = jnp.ones(3)
    weak = jnp.ones(3, jnp.bool_) * 0.5
    for _, a in enumerate([weak, strong]):
        reveal_type(a)
        reveal_type(a * jnp.ones(3, jnp.float16))
    for _, a in enumerate((strong, weak)):
        reveal_type(a)
    for a, b in zip([weak, strong], (strong, weak)):
        reveal_type(a)
        reveal_type(b)
    for _, a in {"x": weak, "y": strong}.items():
        reveal_type(a)
    for _, b in enumerate({"x": weak, "y": strong}.values()):
        reveal_type(b)
    a = [weak, strong][len("a")]
    reveal_type(a)
    a, b = [weak, strong][0], [strong, weak][0]
    reveal_type(a)
    reveal_type(b)
