"""NumPy scalars beside Python numbers, which mypy joins to `object`. Each of them is an operand."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def scaled(x: jax.Array) -> None:
    for _, s in enumerate((np.float32(1), 2.0)):
        reveal_type(x * s)
    for t in [np.float32(1), 2]:
        reveal_type(x * t)
        reveal_type(t * x)
    rates = [np.float32(1), 2.0]
    reveal_type(x * rates[0])
    reveal_type([x * r for r in rates][0])
    reveal_type(list(map(lambda r: x * r, (np.float32(1), 2.0)))[1])
    reveal_type([x * r for _, r in enumerate((np.float32(1), 2.0))][0])
    reveal_type(sum(x * r for r in [np.float32(1), 2.0]))
    named = {"a": np.float32(1), "b": 2}
    reveal_type(x * named["a"])
    for v in named.values():
        reveal_type(x * v)
    for w in reversed([np.float32(1), 2.0]):
        reveal_type(x * w)
    x += rates[1]
    reveal_type(x)


def folded(x: jax.Array) -> None:
    reveal_type(functools.reduce(lambda a, r: a * r, (np.float32(1), 2.0), x))


def main() -> None:
    scaled(jnp.ones(3, jnp.int32))
    folded(jnp.ones(3))
