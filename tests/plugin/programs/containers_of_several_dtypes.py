"""Containers whose arrays have different dtypes, where comprehensions, iterators and generic functions join them."""

import functools
import itertools
import operator
from dataclasses import dataclass
from typing import Generic, TypeVar

import jax
import jax.numpy as jnp

T = TypeVar("T")


@dataclass
class Pair(Generic[T]):
    a: T
    b: T


def pick(c: bool, a: T, b: T) -> T:
    return a if c else b


def many(*xs: T) -> T:
    return xs[0]


def average(old: T, new: T) -> T:
    return jax.tree.map(lambda a, b: 0.5 * a + 0.5 * b, old, new)


def main() -> None:
    h, f = jnp.ones(3, jnp.float16), jnp.ones(3)
    dh, df = {"w": h}, {"w": f}
    hs, fs = [h, h], [f, f]
    reveal_type([d["w"] for d in [dh, df]])
    reveal_type([d["w"] for d in (dh, df)])
    reveal_type(sum(d["w"].sum() for d in [dh, df]))
    reveal_type({k: d["w"] for k, d in {"a": dh, "b": df}.items()}["b"])
    reveal_type([d["w"] for d in {"a": dh, "b": df}.values()])
    reveal_type([x for xs in [[h], [f]] for x in xs])
    for _, items in enumerate(([h], [f])):
        reveal_type(items[0])
    for _, items in enumerate((hs, fs)):
        reveal_type(items[0])
    for a, b in zip([h, f], [[h], [f]], strict=True):
        reveal_type(a)
        reveal_type(b[0])
    for items in itertools.chain([[h]], [[f]]):
        reveal_type(items[0])
    for items in reversed([[h], [f]]):
        reveal_type(items[0])
    reveal_type(max([h], [f], key=len)[0])
    reveal_type(max(hs, fs, key=len)[0])
    reveal_type(sorted([[h], [f]], key=len)[0])
    reveal_type(functools.reduce(operator.add, [[h], [f]])[0])
    reveal_type(([[h]] + [[f]])[0][0])
    reveal_type(list({"a": [h], "b": [f]}.values())[0][0])
    reveal_type(pick(True, dh, df)["w"])
    reveal_type(many(dh, df)["w"])
    reveal_type(Pair(dh, df).a["w"])
    reveal_type(average({"w": h}, {"w": f})["w"])
