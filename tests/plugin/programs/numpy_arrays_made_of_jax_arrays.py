"""NumPy arrays that are made of JAX's arrays: plain JAX code knows no dtype, so that any variable accepts them."""

import jax
import jax.numpy as jnp
import numpy as np

h = jnp.ones(3, jnp.float16)
x = jnp.ones(3, jnp.bfloat16)


def first() -> None:
    k = np.asarray(h)
    reveal_type(x * k)
    k = np.zeros(3)
    reveal_type(x * k)
    m = np.array(h)
    m = np.array(h.astype(jnp.int8))
    reveal_type(x * m)
    e = np.asarray(h)
    e = e / 2
    reveal_type(x * e)
    e = e > 0
    reveal_type(x * e)


def later() -> None:
    k = np.full(3, 2, np.float32)
    reveal_type(h * k)
    k = np.asarray(h)
    reveal_type(h * k)
    k = np.abs(k)
    reveal_type(h * k)
    g = np.asarray(h)
    m = np.zeros(3)
    m = g
    reveal_type(x * m)
    n = np.zeros(3, np.float32)
    n = g * 2
    n = g.T
    n = np.where(h > 0, h, h)
    n = np.sum(np.asarray(h), axis=0, keepdims=True)
    n = jax.device_get(h)
    reveal_type(x * n)
    d = np.zeros(3)
    d = np.zeros(3, h.dtype)
    reveal_type(x * d)
    d = np.zeros(3, jnp.float32)
    reveal_type(x * d)


def numbers() -> None:
    u = np.asarray(h).sum()
    reveal_type(x * u)
    u = np.zeros(3).sum()
    reveal_type(x * u)
    w = np.asarray(h)[0]
    w = np.float64(3)
    reveal_type(x * w)


def containers() -> None:
    ks = [np.zeros(3)]
    ks.append(np.asarray(h))
    reveal_type(x * ks[1])
    ks[0] = np.asarray(h)
    reveal_type(x * ks[0])
    ks += [np.asarray(h)]
    ks.extend([np.asarray(h)])
    ks = [*ks, np.asarray(h)]
    reveal_type(x * ks[4])
    new = [np.zeros(3)]
    new = [np.asarray(h)]
    reveal_type(x * new[0])
    d = {"a": np.zeros(3)}
    d["a"] = np.asarray(h)
    reveal_type(x * d["a"])
    t = (np.zeros(3), 1)
    t = (np.asarray(h), 1)
    reveal_type(x * t[0])


def loops() -> None:
    for k in [np.asarray(h)]:
        reveal_type(x * k)
        k = np.zeros(3)
        reveal_type(x * k)
    for q in (np.asarray(h), np.asarray(h)):
        q = np.zeros(3)
        reveal_type(x * q)
    if (w := np.asarray(h)).any():
        w = np.zeros(3)
    reveal_type(x * w)
    r = np.zeros(2)
    if (r := np.asarray(h)).any():
        reveal_type(x * r)
    a, b = np.zeros(3), np.zeros(3)
    a, b = np.asarray(h), np.asarray(x)
    reveal_type(x * a)
    reveal_type(x * b)
    s = np.asarray(h) if h.ndim else np.zeros(3)
    s = np.zeros(3, np.int8)
    reveal_type(x * s)


class Held:
    k = np.zeros(3)

    def set(self) -> None:
        self.k = np.asarray(h)


def main() -> None:
    first()
    later()
    numbers()
    containers()
    loops()
    held = Held()
    held.set()
    reveal_type(x * held.k)
