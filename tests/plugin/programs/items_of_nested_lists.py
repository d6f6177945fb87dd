"""Lists of a weak and a strong array inside tuples, whose items are unpacked at once."""

import jax.numpy as jnp


def main() -> None:
    weak, strong = 0.5 * jnp.ones(3, int), jnp.ones(3)
    reveal_type(weak)
    _, [_, (inner, last)] = strong, (weak, [weak, strong])
    reveal_type(inner)
    reveal_type(last)
    inner, last = last > 0, strong > 0
    reveal_type(inner)
