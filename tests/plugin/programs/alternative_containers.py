"""Values that are one of several containers whose arrays have different dtypes: an item of any dtype fits."""

from __future__ import annotations

import contextlib
import copy
from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from typing import TypeVar

import jax
import jax.numpy as jnp
import numpy as np
T = TypeVar("T")
class O:
    e: dict[str, jax.Array]
@contextlib.contextmanager
def ctx(v: T) -> Iterator[T]:
    yield v
def ident(v: T) -> T: return v
def opt(v: T) -> T | None: return v
def f_unann(v): return v
def two(n: jax.Array) -> list[jax.Array] | dict[str, jax.Array]: return [n]
def case0(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f = d if c else {"a": n}
    f["b"] = n
def case1(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f1 = {"a": n} if c else d
    f1["b"] = x
def case2(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f2 = xs if c else [n]
    f2[0] = n
    f2 += [n]
    f2 = [n, n]
def case3(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f2 = xs if c else [n]
    f2[0] = n
def case4(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f3 = dd.get("a", {"b": n})
    f3["b"] = n
def case5(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f4 = dd.pop("a", {"b": n})
    f4["b"] = n
def case6(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f5 = dd.setdefault("a", {"b": n})
    f5["b"] = n
def case7(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f6 = next(iter(dd.values()), {"b": n})
    f6["b"] = n
def case8(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f7 = dl.get("a", [n])
    f7[0] = n
    f7.extend([n])
def case9(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f8 = dd.get("a") or {"b": n}
    f8["b"] = n
def case10(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    f9 = d if c else dict(a=n)
    f9["b"] = n
def case11(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    g = d if c else e2
    g["b"] = n
def case12(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    if c:
        h = d
    else:
        h = e2
    h["b"] = n
def case13(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    (d if c else e2)["b"] = n
def case14(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    for q in (d, e2):
        q["b"] = n
def case15(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    for q2 in [d, e2]:
        q2["b"] = n
def case16(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    i = {"x": d, "y": e2}
    i["x"]["b"] = n
    i[k]["b"] = n
def case17(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    j = max(d, e2, key=len)
    j["b"] = n
def case18(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    l = (d, e2)[0]
    l["b"] = n
def case19(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    (m, m2) = (d, e2) if c else (e2, d)
    m["b"] = n
def case20(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    picked = [d, e2][1]
    picked["b"] = x
def case21(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e2 = {"a": n}
    r = d or e2
    r["b"] = x
    r["b"] = n
def case22(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    for s in xs, [n]:
        s[0] = n
def case23(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    u = d if c else None
    u = u or {"a": n}
    u["b"] = n
def case24(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    w2 = two(n) if c else d
    if isinstance(w2, dict): w2["a"] = n
def case25(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    y = [d if c else {"a": n}]
    y[0]["b"] = n
def case26(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    z = {"a": d if c else {"a": n}}
    z["a"]["b"] = n
def case27(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    aa = (d if c else {"a": n}, 1)
    aa[0]["b"] = n
def case28(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    bb = lambda q: q if c else {"a": n}
    bb(d)["b"] = n
def case29(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    cc = [v if c else {"a": n} for v in [d, d]]
    cc[0]["b"] = n
def case30(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    match d:
        case {"a": _}:
            ee = d
        case _:
            ee = {"a": n}
    ee["b"] = n
def case31(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    try:
        ff = d
    except ValueError:
        ff = {"a": n}
    ff["b"] = n
def case32(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    if (gg := d if c else {"a": n}):
        gg["b"] = n
def case33(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    if (gg := d or {"a": n}):
        gg["b"] = n
def case34(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = d or {"a": n}
    e["b"] = n
def case35(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    (d or {"a": n})["b"] = n
def case36(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    (dd.get("a") or {"a": n})["b"] = n
    dd.get("a", {"a": n})["b"] = n
    dd.setdefault("a", {"a": n})["b"] = n
def case37(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = d and {"a": n}
    e["b"] = n
def case38(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    t, e = 1, d or {"a": n}
    e["b"] = n
def case39(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    o.e = d or {"a": n}
    o.e["b"] = n
def case40(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    o.e = d if c else {"a": n}
    o.e["b"] = n
def case41(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    with ctx(d or {"a": n}) as e:
        e["b"] = n
def case42(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    with ctx(d) as e:
        e["b"] = n
def case43(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = ident(d) or {"a": n}
    e["b"] = n
def case44(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = d or {}
    e["b"] = n
def case45(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = {} or d
    e["b"] = n
def case46(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = dict(d) or {"a": n}
    e["b"] = n
def case47(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = {k: v for k, v in d.items()} or {"a": n}
    e["b"] = n
    del e["b"], e["a"]
    e["c"] = n
def case48(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = opt(d) or {"a": n}
    e["b"] = n
def case49(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = OrderedDict(d) or {"a": n}
    e["b"] = n
def case50(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = defaultdict(lambda: x, d) if c else {"a": n}
    e["b"] = n
def case51(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    for e in [d] if c else [{"a": n}]:
        e["b"] = n
def case52(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    for e in [d] or [{"a": n}]:
        e["b"] = n
def case53(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    es = [d] or [{"a": n}]
    es[0]["b"] = n
def case54(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    es = [d] if c else [{"a": n}]
    es[0]["b"] = n
def case55(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    def inner(q=None):
        q = q or {"a": n}
        q["b"] = x
        return q
    inner(d)["b"] = n
    inner()["c"] = x
def case56(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    def inner2(q=None):
        if q is None:
            q = {"a": n}
        q["b"] = x
        return q
    inner2(d)["b"] = n
    inner2()["c"] = x
def case57(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    a2 = np.zeros(3) if c else x
    a2 = n
def case58(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = {**d} if c else {**d, "b": n}
    e["b"] = n
def case59(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = d | {"b": n} if c else d
    e["b"] = n
def case60(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = (d, [x]) if c else ({"a": n}, [n])
    e[0]["b"] = n
    e[1][0] = n
def case61(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = copy.deepcopy(d) if c else {"a": n}
    e["b"] = n
def case62(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = jax.tree.map(lambda v: v + 1, d) or {"a": n}
    e["b"] = n
def case63(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = jax.tree.map(lambda v: v + 1, d) if c else {"a": n}
    e["b"] = n
def case64(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = f_unann(d) if c else {"a": n}
    e["b"] = n
def case65(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = {"a": x}
    e = e if c else {"a": n}
    e["b"] = n
def case66(c: bool, k: str, o: O) -> None:
    x = jnp.ones(3, jnp.bfloat16); n = jnp.arange(3)
    xs = [x]; d = {"a": x}; dd = {"a": {"b": x}}; dl = {"a": [x]}
    e = {"a": x}
    for _ in range(2):
        e = {"a": n} if len(e) > 3 else e
        e["b"] = n


case0(True, "x", O())
case1(True, "x", O())
case2(True, "x", O())
case3(True, "x", O())
case4(True, "x", O())
case5(True, "x", O())
case6(True, "x", O())
case7(True, "x", O())
case8(True, "x", O())
case9(True, "x", O())
case10(True, "x", O())
case11(True, "x", O())
case12(True, "x", O())
case13(True, "x", O())
case14(True, "x", O())
case15(True, "x", O())
case16(True, "x", O())
case17(True, "x", O())
case18(True, "x", O())
case19(True, "x", O())
case20(True, "x", O())
case21(True, "x", O())
case22(True, "x", O())
case23(True, "x", O())
case24(True, "x", O())
case25(True, "x", O())
case26(True, "x", O())
case27(True, "x", O())
case28(True, "x", O())
case29(True, "x", O())
case30(True, "x", O())
case31(True, "x", O())
case32(True, "x", O())
case33(True, "x", O())
case34(True, "x", O())
case35(True, "x", O())
case36(True, "x", O())
case37(True, "x", O())
case38(True, "x", O())
case39(True, "x", O())
case40(True, "x", O())
case41(True, "x", O())
case42(True, "x", O())
case43(True, "x", O())
case44(True, "x", O())
case45(True, "x", O())
case46(True, "x", O())
case47(True, "x", O())
case48(True, "x", O())
case49(True, "x", O())
case50(True, "x", O())
case51(True, "x", O())
case52(True, "x", O())
case53(True, "x", O())
case54(True, "x", O())
case55(True, "x", O())
case56(True, "x", O())
case57(True, "x", O())
case58(True, "x", O())
case59(True, "x", O())
case60(True, "x", O())
case61(True, "x", O())
case62(True, "x", O())
case63(True, "x", O())
case64(True, "x", O())
case65(True, "x", O())
case66(True, "x", O())
