"""Variables of dtype classes that a nested function replaces."""

import jax.numpy as jnp


def main() -> None:
    dtype = jnp.bfloat16
    reveal_type(jnp.ones(2, dtype))

    def widen() -> None:
        nonlocal dtype
        dtype = jnp.float32

    widen()
    reveal_type(jnp.ones(2, dtype))
    other = jnp.bfloat16
    other = jnp.float16
    reveal_type(jnp.ones(2, other))


main()
