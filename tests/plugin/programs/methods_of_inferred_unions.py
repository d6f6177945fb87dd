"""Methods of arrays of one of several inferred dtypes, and operators with numbers of another class than mypy infers."""

import operator

import jax.numpy as jnp
from jaxtyping_promo import Array, int32


def methods(x: Array[int32], n: int = 2) -> None:
    b = jnp.ones(3, jnp.bool_)
    e = b if n == 3 else x
    reveal_type(e.round())
    reveal_type((b if n == 3 else x).round())
    reveal_type(jnp.gcd(operator.add(x, max(1, 0.5)), x))
    reveal_type(operator.add(x, max(1, 0.5)))
    m: float = 3
    reveal_type(operator.add(x, m))
    a = jnp.ones(3)
    count = 0
    while count < 2:
        count += 1
        a = 2.0 > jnp.zeros(3)
    a &= max(1, 0.5)
    reveal_type(a)


def main() -> None:
    methods(jnp.ones(3, jnp.int32))
