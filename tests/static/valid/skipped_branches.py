"""Valid code in which no checker has an error: a branch of an expression that is never reached."""

import jax.numpy as jnp

from jaxtyping_promo import Array, int8


def program(x: Array[int8], count: int | None, flag: bool) -> None:
    print(x if count is None else x + count % 100)
    if count is None:
        print(x - 1000 if count is not None else x)
        print(x if count is None else x.at[0].set(1000), [x if count is None else jnp.full(3, 300, jnp.uint8)])
        print(count is not None and x + 1000, count is None or x + 1000, (lambda: count is not None and x * 300)())
        print((x if count is None else x + 1000) + 100)
    wide = flag and (x + 1 if not isinstance(count, str) else x + 1000)
    print(wide, x + 2)


program(jnp.zeros(3, jnp.int8), None, True)
program(jnp.zeros(3, jnp.int8), 2, True)
