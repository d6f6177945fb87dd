"""Deques, ordered dicts, and further ways to change lists and dicts."""

import collections

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H) -> None:
    a = collections.deque([h])
    a.append(x)
    b = collections.OrderedDict(a=h)
    b["b"] = x
    c = [h]
    c[1:] = [x]
    d = {"a": h}
    d.update([("a", x)])
    e = [h]
    e.extend(v for v in [x])
    g = [h]
    add = g.append
    add(x)
    k = {"a": h}
    k = dict(k, b=x)
    o = K(h)
    o.step(x)


class K:
    def __init__(self, h: H) -> None:
        self.p = {"w": h * 1}

    def step(self, x: F) -> None:
        self.p["w"] -= 0.1 * x


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h)
