"""NumPy arrays of unknown dtype that get into variables, attributes and containers of arrays of known dtype."""

import dataclasses

import jax.numpy as jnp
import numpy as np

W = np.ones(3)


def set_global() -> None:
    global W
    W = np.array([1, 2, 3])


class A:
    n = np.ones(3)

    def get(self) -> None:
        reveal_type(jnp.asarray(self.n))
        reveal_type(jnp.asarray(self.n * 2))


class B(A):
    n = np.array([1, 2, 3])


@dataclasses.dataclass
class D:
    n: np.ndarray
    m: np.ndarray = dataclasses.field(default_factory=lambda: np.ones(3))


def default(n=np.ones(3)):
    reveal_type(jnp.asarray(n * 2))
    n = np.array([1, 2])
    reveal_type(jnp.asarray(n * 2))


def walrus() -> None:
    if (n := np.ones(3)).ndim:
        reveal_type(jnp.asarray(n * 2))
    n = np.array([1, 2])
    reveal_type(jnp.asarray(n * 2))
    while (n := np.full(3, 2)).sum() < 3:
        pass
    reveal_type(jnp.asarray(n * 2))


def loops() -> None:
    n = np.ones(3)
    for n in [np.array([1, 2]), np.array([1, 2])]:
        reveal_type(jnp.asarray(n * 2))
    reveal_type(jnp.asarray(n * 2))
    for i, n in enumerate([np.ones(3), np.array([1, 2])]):
        reveal_type(jnp.asarray(n * 2))
    a, *b = np.ones(3), np.array([1, 2]), np.zeros(2)
    reveal_type(jnp.asarray(b[0]))
    m, k = np.ones(3), np.ones(3)
    m, k = k, np.array([1, 2])
    reveal_type(jnp.asarray(k * 2))
    (m, k) = [np.array([1]), np.array([2])]
    reveal_type(jnp.asarray(m + 1))


def containers() -> None:
    xs = [np.ones(3)]
    xs += [np.array([1, 2])]
    reveal_type(jnp.asarray(xs[1]))
    ys = [np.ones(3), np.ones(3)]
    ys[0] = np.array([1, 2])
    reveal_type(jnp.asarray(ys[0]))
    ys[0:1] = [np.array([1, 2])]
    reveal_type(jnp.asarray(ys[0]))
    d = dict(a=np.ones(3))
    d.update(a=np.array([1]))
    reveal_type(jnp.asarray(d["a"]))
    e = {"a": np.ones(3)}
    e |= {"a": np.array([1])}
    reveal_type(jnp.asarray(e["a"]))
    f = {"a": np.ones(3)}
    f.setdefault("b", np.array([1]))
    reveal_type(jnp.asarray(f["b"]))
    g = [np.ones(3)] + [np.array([1])]
    reveal_type(jnp.asarray(g[1]))
    zs = [np.ones(3)]
    add = zs.append
    add(np.array([1]))
    reveal_type(jnp.asarray(zs[1]))
    us = [np.ones(3)]
    vs = us
    vs.append(np.array([1]))
    reveal_type(jnp.asarray(us[1]))
    put(us)
    ws = [np.ones(3)]
    put(ws)
    reveal_type(jnp.asarray(ws[1]))
    t = (np.ones(3),)
    t = (np.array([1]),)
    reveal_type(jnp.asarray(t[0]))
    nest = {"a": [np.ones(3)]}
    nest["a"].append(np.array([1]))
    reveal_type(jnp.asarray(nest["a"][1]))
    nest["a"] = [np.array([1])]
    reveal_type(jnp.asarray(nest["a"][0]))
    c = [np.ones(3) for _ in range(2)]
    c = [np.array([1]) for _ in range(2)]
    reveal_type(jnp.asarray(c[0]))
    c = [np.array([1])]
    reveal_type(jnp.asarray(c[0]))


def put(xs) -> None:
    xs.append(np.array([1]))


def choose(c: bool) -> None:
    n = np.ones(3) if c else np.array([1, 2])
    reveal_type(jnp.asarray(n))
    m = np.array([1, 2]) if c else np.ones(3)
    reveal_type(jnp.asarray(m))
    k = np.ones(3) if not c else np.array([1, 2])
    reveal_type(jnp.asarray(k * 2))
    u = [np.ones(3), np.array([1, 2])][1]
    reveal_type(jnp.asarray(u))
    v = {"a": np.ones(3), "b": np.array([1])}["b"]
    reveal_type(jnp.asarray(v))
    w = min([np.ones(3), np.array([1, 2])], key=len)
    reveal_type(jnp.asarray(w))


def main() -> None:
    set_global()
    reveal_type(jnp.asarray(W))
    reveal_type(jnp.asarray(W * 2))
    A().get()
    B().get()
    o = D(np.ones(3))
    o.m = np.array([1, 2])
    reveal_type(jnp.asarray(o.m))
    o.n = np.array([1, 2])
    reveal_type(jnp.asarray(o.n))
    default()
    default(np.array([1, 2]))
    walrus()
    loops()
    containers()
    try:
        choose(True)
    except ValueError:
        pass
    try:
        choose(False)
    except ValueError:
        pass
