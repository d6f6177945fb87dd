"""Variables that are assigned again, with many kinds of expressions as their first value."""

from collections.abc import Callable
from typing import NamedTuple

import jax.numpy as jnp

from jaxtyping_promo import Array, float16, float32, int32

F = Array[float32]
H = Array[float16]


class Pair(NamedTuple):
    one: F
    other: H


def made(x: F) -> F:
    return x * 2


def program(x: F, h: H, i: Array[int32], f: Callable[[F], F], c: bool) -> None:
    if (w := jnp.ones(3)).ndim > 5:
        pass
    reveal_type(w)
    w = w > 0
    reveal_type(w)
    name = x
    name = name > 0
    reveal_type(name)
    item = {"a": x}["a"]
    item = item.astype(jnp.int8)
    reveal_type(item)
    both = (x, h)
    one, other = both
    one, other = one > 0, other * x
    reveal_type(one)
    reveal_type(other)
    of_list = [x][0]
    of_list = of_list.astype(jnp.int8)
    reveal_type(of_list)
    attribute = Pair(x, h).other
    attribute = attribute * x
    reveal_type(attribute)
    called = f(x)
    called = called > 0
    reveal_type(called)
    of_function = made(x)
    of_function = of_function > 0
    reveal_type(of_function)
    of_lambda = (lambda: x)()
    of_lambda = x > 0
    reveal_type(of_lambda)
    chosen = x if c else h
    chosen = chosen > 0
    reveal_type(chosen)
    after = next(iter([x]))
    after = after > 0
    reveal_type(after)
    first, *rest = [x, x, x]
    first = first > 0
    rest = [r > 0 for r in rest]
    reveal_type(first)
    reveal_type(rest[0])
    same = again = x
    same, again = again > 0, same
    reveal_type(same)
    reveal_type(again)
    count = 0
    for _ in range(2):
        count = count + h
    reveal_type(count)
    for each in [x, x]:
        each = each > 0
        reveal_type(each)
    for each_of in {"a": x, "b": x}.values():
        each_of = each_of * 2
        each_of = each_of.astype(jnp.float16)
        reveal_type(each_of)
    [total := x * 2 for _ in range(2)]
    total = total > 0
    reveal_type(total)
    x2 = x[0]
    del x2
    x2 = h[0]
    reveal_type(x2)
    with_default = None
    if c:
        with_default = x
    if with_default is not None:
        with_default = with_default > 0
        reveal_type(with_default)
    try:
        tried = x
        tried = tried > 0
    except ValueError:
        tried = h
    reveal_type(tried)


def main() -> None:
    x, h, i = jnp.ones(3), jnp.ones(3, jnp.float16), jnp.arange(3)
    program(x, h, i, lambda v: v, True)
