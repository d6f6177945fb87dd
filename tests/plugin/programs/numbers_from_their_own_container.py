"""Numbers in lists and dicts that get items from themselves and from each other."""

import jax.numpy as jnp
from jaxtyping_promo import Array, int8

I = Array[int8]


def f(x: I, k: float = 1) -> None:
    a = [k, 2]
    a[0] = a[1]
    reveal_type(x * a[0])
    b = a[0]
    a.append(b)
    c = {"p": a[0], "q": 1}
    a[1] = c["p"]
    c["q"] = a[0]
    reveal_type(x * (a[0] + c["q"]))
    reveal_type(x * max(a))


def main() -> None:
    f(jnp.arange(3, dtype=jnp.int8))
