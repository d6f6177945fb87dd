"""Numbers that become anything: mypy keeps the class of the first value, whatever is added to it."""

from typing import Any, reveal_type

import jax
import jax.numpy as jnp
import numpy as np


def anything(x) -> Any:
    return x


def plain(state, x):
    return state, x


def scale(h, k):
    return h * k


half = jnp.ones(3, jnp.float16)
ints = jnp.arange(3)
flag = bool(ints.sum() > 0)
lr = 1.0
if flag:
    lr = 1
reveal_type(ints * lr)
reveal_type(scale(ints, lr))
rate = 0.5
rate = max(rate, np.float64(1))
reveal_type(half * rate)
reveal_type(scale(half, rate))
total = 0.0
for _ in range(2):
    _, v = plain(1, jnp.ones(3))
    total += v
reveal_type(total * half)
reveal_type(scale(half, total))
reveal_type(jnp.asarray(total))
reveal_type(half * (total / 2))
mean = total / 2
reveal_type(half * mean)
reveal_type(-total * half)
reveal_type(scale(half, mean))
reveal_type((lambda h: h * total)(half))
reveal_type(jnp.where(half > 0, half, total))
declared: float = anything(2.0)
reveal_type(declared * half)


def inner(xs):
    out = 0
    for x in xs:
        out = out + x
    return out


def outer(h: jax.Array, xs: Any):
    n = 0
    for x in xs:
        n += x
        reveal_type(h.astype(jnp.float16) * n)
    return h * n


reveal_type(inner([jnp.ones(3), half]) * half)
reveal_type(outer(half, [jnp.ones(3)]))
w = 1
w = anything(jnp.ones(3))
reveal_type(half * w)
u = 1
(u, z) = plain(jnp.ones(3), 2)
reveal_type(half * u)
d2 = {"loss": 0.0, "n": 0}
for _ in range(2):
    for k, val in anything({"loss": jnp.ones(3)}).items():
        d2[k] += val
reveal_type(d2["loss"] * half)
reveal_type(sum(d2.values()) * half)
