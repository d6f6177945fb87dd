"""Numbers that mypy infers as `float` or `int`, and whose value has a narrower kind."""

import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, int32

I = Array[int32]
B = Array[bool_]


def f(x: I, b: B, s: float = 1) -> None:
    reveal_type(x * s)
    lr: float = 1
    reveal_type(x * lr)
    for k in [1, 0.5]:
        reveal_type(x * k)
    d = {"a": 1, "b": 0.5}
    reveal_type(x * d["a"])
    reveal_type(x * max(1, 0.5))
    for n in [True, 2]:
        reveal_type(b + n)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    i = jnp.arange(3, dtype=jnp.int32)
    b = x > 0
    f(i, b)
