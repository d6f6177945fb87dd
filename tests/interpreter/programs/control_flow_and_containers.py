"""Aliases, iterators, exceptions, loops and containers whose order of effects decides the dtype."""

import jax.numpy as jnp
import numpy as np

f32 = jnp.zeros(3, jnp.float32)
f16 = jnp.zeros(3, jnp.float16)
bf = jnp.zeros(3, jnp.bfloat16)
i32 = jnp.zeros(3, jnp.int32)
flag = bool(np.random.rand() < 2)
no = bool(np.random.rand() > 2)


def alias_aug():
    a, b = [f32], [f16]
    xs = a if flag else b
    xs += [bf]
    reveal_type(a[-1])
    reveal_type(b[-1])


def default_mutable(x, acc=[]):
    acc.append(x)
    return acc[0]


def gens():
    box = [f32]
    g = (v for v in box)
    box[0] = f16
    reveal_type(next(g))
    y = f32
    h = map(lambda v: v * y, [1, 2])
    y = f16
    reveal_type(next(h))
    d = {"a": f32}
    vs = d.values()
    d["a"] = bf
    reveal_type(list(vs)[0])
    it = iter([f32, f16, bf])
    reveal_type(next(it))
    reveal_type(next(it))
    z = zip([f32, f16], [bf, f32])
    reveal_type(next(z)[0])
    reveal_type(next(z)[0])
    e = enumerate([f32, f16])
    next(e)
    reveal_type(next(e)[1])
    r = reversed([f32, bf])
    reveal_type(next(r))
    reveal_type(list(it))
    reveal_type(list(it))


def gen_fn():
    state = [f32]

    def g():
        yield state[0]
        state[0] = bf
        yield state[0]

    for turn, item in enumerate(g()):
        reveal_type(item)
    reveal_type(state[0])


def late_binding():
    fs = []
    for x in (f32, f16, bf):
        fs.append(lambda: x)
    reveal_type(fs[0]())
    gs = [lambda: x for x in (f32, f16, bf)]
    reveal_type(gs[0]())
    hs = [lambda x=x: x for x in (f32, f16, bf)]
    reveal_type(hs[0]())


def try_partial():
    x = f32
    try:
        x = f16
        int("a")
        x = bf
    except ValueError:
        reveal_type(x)
    finally:
        y = x
    reveal_type(y)


def try_return():
    x = f32

    def inner():
        nonlocal x
        try:
            return f16
        finally:
            x = bf

    r = inner()
    reveal_type(r)
    reveal_type(x)


def fin_override():
    def inner():
        try:
            return f16
        finally:
            return bf

    reveal_type(inner())

    def inner2():
        for i in range(3):
            try:
                continue
            finally:
                return bf
        return f32

    reveal_type(inner2())

    def inner3():
        x = f32
        for i in range(3):
            try:
                break
            finally:
                x = bf
        return x

    reveal_type(inner3())

    def inner4():
        x = f32
        try:
            try:
                raise ValueError
            finally:
                x = f16
        except ValueError:
            pass
        return x

    reveal_type(inner4())

    def inner5():
        x = f32
        try:
            raise ValueError
        except ValueError:
            x = bf
        else:
            x = f16
        return x

    reveal_type(inner5())


class Suppress:
    def __enter__(self):
        return self

    def __exit__(self, *a):
        return True


def with_swallow():
    x = f32
    with Suppress():
        x = f16
        raise ValueError
        x = bf
    reveal_type(x)


def loops():
    x = f32
    for i in range(100):
        if i == 50:
            x = f16
    reveal_type(x)
    y = f32
    i = 0
    while True:
        i += 1
        if i > 40:
            y = bf
            break
    reveal_type(y)
    for k in []:
        y = f16
    else:
        z = y
    reveal_type(z)
    w = f32
    for k in range(200):
        w, x = x, w
    reveal_type(w)


def slices():
    xs = [f32, f16, bf]
    xs[0:2] = [i32]
    reveal_type(xs[0])
    reveal_type(xs[1])
    del xs[0]
    reveal_type(xs[0])
    ys = xs[:]
    ys[0] = f16
    reveal_type(xs[0])
    zs = [[f32]] * 2
    zs[0][0] = f16
    reveal_type(zs[1][0])
    ws = [[f32] for _ in range(2)]
    ws[0][0] = f16
    reveal_type(ws[1][0])
    t = ([f32],)
    u = t + ()
    u[0][0] = bf
    reveal_type(t[0][0])
    d = dict.fromkeys(["a", "b"], [f32])
    d["a"][0] = f16
    reveal_type(d["b"][0])
    xs.insert(0, f16)
    reveal_type(xs[0])
    xs.reverse()
    reveal_type(xs[0])
    reveal_type(xs.pop(0))
    xs.sort(key=lambda v: v.dtype.itemsize)
    reveal_type(xs[0])


def dicts():
    d = {"a": f32, "b": f16}
    d |= {"a": bf}
    reveal_type(d["a"])
    e = {**d, "a": i32}
    reveal_type(e["a"])
    reveal_type(d.pop("a"))
    d.setdefault("a", f32)
    reveal_type(d["a"])
    k = "x" if flag else "y"
    d["x"] = f32
    d[k] = f16
    reveal_type(d["x"])
    d.update(x=bf)
    reveal_type(d["x"])
    d.popitem()
    reveal_type(d.get("x", i32))
    n = {1: f32}
    n[True] = f16
    n[1.0] = bf
    reveal_type(n[1])
    m = {"a": f32}
    m2 = m.copy()
    m2["a"] = f16
    reveal_type(m["a"])
    import copy

    o = {"a": [f32]}
    p = copy.copy(o)
    p["a"][0] = f16
    reveal_type(o["a"][0])
    q = copy.deepcopy(o)
    q["a"][0] = bf
    reveal_type(o["a"][0])


alias_aug()
reveal_type(default_mutable(f32))
reveal_type(default_mutable(f16))
gens()
gen_fn()
late_binding()
try_partial()
try_return()
fin_override()
with_swallow()
loops()
slices()
dicts()
