"""NumPy variables and containers that get arrays of which NumPy's stubs tell no dtype, or a wrong one."""

import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, int8


def assigned() -> None:
    n = np.ones(3)
    reveal_type(jnp.asarray(n))
    n = np.array([1, 2, 3])
    reveal_type(jnp.asarray(n))
    m = n * 2
    reveal_type(jnp.asarray(m))
    reveal_type(jnp.asarray(n[1:]))
    reveal_type(jnp.asarray(np.sort(n)))
    n = np.asarray([0.5, 1])
    n = np.asarray([1, 2, 3])
    reveal_type(jnp.asarray(n + 1))
    n = np.arange(3)
    reveal_type(jnp.asarray(n + 1))
    k = np.asarray([True])
    k = np.asarray([0.5])
    reveal_type(jnp.asarray(k.copy()))


def in_branches_and_loops(c: bool) -> None:
    n = np.ones(3, np.float32)
    if c:
        n = np.full(3, 1)
    reveal_type(jnp.asarray(n.copy()))
    w = np.arange(3)
    for _ in range(2):
        v = w[::-1]
        reveal_type(jnp.asarray(v))
        w = np.array([0.5, 1, 2])
    reveal_type(jnp.asarray(w.copy()))


class Model:
    def __init__(self, x: Array[int8]) -> None:
        self.n = np.ones(3)
        self.m = np.ones(3)
        self.x = x

    def get(self) -> None:
        reveal_type(jnp.asarray(self.n))
        reveal_type(self.x * self.n[0])
        reveal_type(jnp.asarray(self.m + 1))

    def put(self) -> None:
        self.n = np.array([1, 2, 3])


def in_containers() -> None:
    d = {"a": np.ones(3)}
    d["a"] = np.array([1, 2, 3])
    reveal_type(jnp.asarray(d["a"]))
    xs = [np.ones(3)]
    reveal_type(jnp.asarray(xs[0]))
    xs.append(np.array([1, 2, 3]))
    reveal_type(jnp.asarray(xs[1]))
    ys = [np.ones(3)]
    ys.extend([np.array([1, 2, 3])])
    reveal_type(jnp.asarray(ys[1]))
    zs = [np.ones(3)]
    zs.append(np.asarray([1, 2, 3]))
    reveal_type(jnp.asarray(zs[1]))
    us = [np.ones(3)]
    us.append(np.zeros(3))
    reveal_type(jnp.asarray(us[1]))


def by_a_nested_function() -> None:
    n = np.ones(3)

    def put() -> None:
        nonlocal n
        n = np.array([1, 2, 3])

    put()
    reveal_type(jnp.asarray(n))


def unpacked() -> None:
    a, b = np.ones(3), np.zeros(3)
    a, b = np.array([1, 2, 3]), a
    reveal_type(jnp.asarray(a))
    reveal_type(jnp.asarray(b))


def main() -> None:
    assigned()
    in_branches_and_loops(True)
    model = Model(jnp.ones(3, jnp.int8))
    model.put()
    model.get()
    in_containers()
    by_a_nested_function()
    unpacked()
