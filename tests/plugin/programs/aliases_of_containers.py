"""Aliases of containers behind functions, copies, items and loops."""

from __future__ import annotations
from dataclasses import dataclass
import contextlib
from typing import Iterator, TypeVar
import jax, jax.numpy as jnp

T = TypeVar("T")


def ident(v: T) -> T:
    return v


def second(v: T, w: T) -> tuple[T, T]:
    return w, v


def plain(v):
    return v


def inner(v):
    return v["a"]


def gen(*vs: T) -> Iterator[T]:
    for v in vs:
        yield v


@contextlib.contextmanager
def ctx(v: T) -> Iterator[T]:
    yield v


class Box:
    def __init__(self, v):
        self.v = v

    def get(self):
        return self.v


@dataclass
class Data:
    v: dict


def f1() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    e = ident(d)
    e["w"] = n
    reveal_type(d["w"])
    d2 = {"w": x}
    e2 = plain(d2)
    e2["w"] = n
    reveal_type(d2["w"])
    d3 = {"a": {"w": x}}
    e3 = inner(d3)
    e3["w"] = n
    reveal_type(d3["a"]["w"])
    d4, d5 = {"w": x}, {"w": x}
    e4, e5 = second(d4, d5)
    e4["w"] = n
    reveal_type(d5["w"])


def several(c: bool, v, w):
    if c:
        return v, w
    return w, v


def f6() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d, e = {"w": x}, {"w": x}
    t = second(d, e)
    t[0]["w"] = n
    reveal_type(e["w"])
    d2, e2 = {"w": x}, {"w": x}
    t2 = several(True, d2, e2)
    for v in t2:
        v["w"] = n
    reveal_type(d2["w"])
    d3, e3 = {"w": x}, {"w": x}
    several(True, d3, e3)[1]["w"] = n
    reveal_type(e3["w"])
    d4, e4 = [x], [x]
    (several(True, d4, e4)[0] or e4).append(n)
    reveal_type(d4[-1])


def f2() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    for e in gen(d):
        e["w"] = n
    reveal_type(d["w"])
    d2 = {"w": x}
    with ctx(d2) as e2:
        e2["w"] = n
    reveal_type(d2["w"])
    d3 = {"w": x}
    Box(d3).get()["w"] = n
    reveal_type(d3["w"])
    d4 = {"w": x}
    b = Box(d4)
    b.v["w"] = n
    reveal_type(d4["w"])
    d5 = {"w": x}
    b5 = Data(d5)
    b5.v["w"] = n
    reveal_type(d5["w"])
    d6 = {"w": x}
    g = lambda q: q
    g(d6)["w"] = n
    reveal_type(d6["w"])


def f3() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    xs = [x]
    ys = list(xs)
    ys.append(n)
    reveal_type(xs[-1])
    reveal_type(ys[-1])
    ds = [{"w": x}]
    es = list(ds)
    es[0]["w"] = n
    reveal_type(ds[0]["w"])
    ds2 = [{"w": x}]
    es2 = [*ds2]
    es2[0]["w"] = n
    reveal_type(ds2[0]["w"])
    ds3 = {"a": {"w": x}}
    es3 = {**ds3}
    es3["a"]["w"] = n
    reveal_type(ds3["a"]["w"])
    ds4 = [{"w": x}]
    first = ds4[0]
    for v in ds4:
        v["w"] = n
    reveal_type(first["w"])
    reveal_type(ds4[0]["w"])
    ds5 = [{"w": x}]
    for i, v5 in enumerate(ds5):
        v5["w"] = n
    reveal_type(ds5[0]["w"])
    ds6 = {"k": {"w": x}}
    for k, v6 in ds6.items():
        v6["w"] = n
    reveal_type(ds6["k"]["w"])
    ds7 = {"k": {"w": x}}
    for v7 in ds7.values():
        v7["w"] = n
    reveal_type(ds7["k"]["w"])


def f4() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    t = (d, 1)
    t[0]["w"] = n
    reveal_type(d["w"])
    d2 = {"w": x}
    t2 = {"p": d2}
    t2["p"]["w"] = n
    reveal_type(d2["w"])
    d3 = {"w": x}
    t3 = {"p": {"q": d3}}
    t3["p"]["q"]["w"] = n
    reveal_type(d3["w"])
    d4 = {"w": x}
    t4 = []
    t4.append(d4)
    t4[0]["w"] = n
    reveal_type(d4["w"])
    d5 = {"w": x}
    t5 = {}
    t5["a"] = d5
    t5["a"]["w"] = n
    reveal_type(d5["w"])
    d6 = {"w": x}
    m = max(d6, d6, key=len)
    m["w"] = n
    reveal_type(d6["w"])
    d7 = {"w": x}
    it = iter([d7])
    next(it)["w"] = n
    reveal_type(d7["w"])
    d8 = {"a": {"w": x}}
    d8.setdefault("a", {})["w"] = n
    reveal_type(d8["a"]["w"])
    d9 = {"a": {"w": x}}
    d9["a"].update(w=n)
    reveal_type(d9["a"]["w"])
    d10 = {"a": [x]}
    d10.get("a", []).append(n)
    reveal_type(d10["a"][-1])
    d11 = {"a": [x]}
    p = d11.pop("a")
    p.append(n)
    reveal_type(p[-1])
    d12 = {"w": x}
    a12 = b12 = d12
    b12["w"] = n
    reveal_type(a12["w"])
    reveal_type(d12["w"])


def f5() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}

    def change(q) -> None:
        q["w"] = n

    change(d)
    reveal_type(d["w"])
    d2 = {"a": {"w": x}}
    change(d2["a"])
    reveal_type(d2["a"]["w"])
    d3 = {"w": x}
    change(d3 or {})
    reveal_type(d3["w"])
    d4 = {"w": x}
    change(q=d4)
    reveal_type(d4["w"])
    d5 = {"w": x}
    list(map(change, [d5]))
    reveal_type(d5["w"])
    d6 = {"w": x}
    for v in (d6,):
        change(v)
    reveal_type(d6["w"])
    d7 = {"w": x}
    match d7:
        case {"w": _}:
            d8 = d7
    d8["w"] = n
    reveal_type(d7["w"])
    d9 = {"a": {"w": x}}
    match d9:
        case {"a": e9}:
            e9["w"] = n
    reveal_type(d9["a"]["w"])
    d10 = ({"w": x}, 1)
    e10, _ = d10
    e10["w"] = n
    reveal_type(d10[0]["w"])
    d11 = [{"w": x}, {"w": x}]
    e11, *rest = d11
    rest[0]["w"] = n
    reveal_type(d11[1]["w"])


f1()
f2()
f3()
f4()
f5()
f6()
