"""Numbers whose class mypy joins from several arguments or items: an int may be where mypy says float."""

import functools
import itertools
import random
from typing import TypeVar

import jax.numpy as jnp
import numpy as np

T = TypeVar("T")


def either(one: T, other: T) -> T:
    return other


def main() -> None:
    x = jnp.arange(3)
    mask = x > 0
    flag = x.ndim > 0
    reveal_type(x * either(1.5, 2))
    reveal_type(x * random.choice([1, 2]))
    reveal_type(x * random.choice([2, 2.0][:1]))
    reveal_type(x * {"a": 1, "b": 2.0}.get("a", 3))
    reveal_type(x * {"a": 0.1}.get("b", 2))
    reveal_type(x * {"a": 0.1}.get("a", 0.5))
    reveal_type(x * [1, 2.0].pop(0))
    reveal_type(x * functools.reduce(max, [3, 2.0]))
    pairs = dict(zip("ab", [1, 2.0], strict=True))
    reveal_type(x * pairs["a"])
    first, *rest = 1, 2.0, 3
    reveal_type(x * rest[1])
    for _, factor in itertools.product([x], [1, 2.0]):
        reveal_type(x * factor)
    whole = list(map(int, "12"))
    several = [*whole, 0.5]
    reveal_type(x * several[0])
    reveal_type(x * 2**-1)
    reveal_type(x * 2**3)
    halved = 4
    halved /= 2  # type: ignore[assignment]
    reveal_type(x * halved)
    reveal_type(mask * -flag)
    reveal_type(mask * abs(flag))
    reveal_type(mask * max(flag, 0))
    reveal_type(x.astype(jnp.float16) * sum(np.ones(3, np.float32)))
