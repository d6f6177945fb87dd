"""Literals of containers with different dtypes, as arguments."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar
import copy, itertools
import itertools
import jax
import jax.numpy as jnp


def case_0() -> None:
    T = TypeVar("T")

    def first(xs: Sequence[T]) -> T:
        return xs[0]

    def main() -> None:
        o = first([[jnp.ones(2, jnp.bfloat16)], [jnp.ones(2)]])
        o.append(jnp.ones(2))

    main()


def case_1() -> None:
    def main() -> None:
        xs = list(itertools.chain.from_iterable([[jnp.ones(2, jnp.bfloat16)], [jnp.ones(2)]]))
        ys = sum([[jnp.ones(2, jnp.bfloat16)], [jnp.ones(2)]], [])
        ys.append(jnp.ones(2))

    main()


def case_2() -> None:
    def main() -> None:
        a = copy.copy([[jnp.ones(2, jnp.bfloat16)], [jnp.ones(2)]])
        a[0].append(jnp.ones(2))
        b = itertools.cycle([[jnp.ones(2, jnp.bfloat16)], [jnp.ones(2)]])
        next(b).append(jnp.ones(2))

    main()


def case_3() -> None:
    def main() -> None:
        d = defaultdict(lambda: jnp.ones(2, jnp.bfloat16))
        d["a"] = jnp.ones(2)
        reveal_type(d["a"])

    main()


case_0()
case_1()
case_2()
case_3()
