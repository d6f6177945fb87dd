"""Functions whose results are uncertain: mypy infers no wrong dtype for their calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

bf = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
flag = len(bf.shape) > 1


def narrow(x: jax.Array) -> jax.Array:
    return x.astype(jnp.float16)


def same(x: jax.Array) -> jax.Array:
    return x


# a function that is replaced
def replaced(x: jax.Array) -> jax.Array:
    return x


replaced = narrow  # type: ignore[assignment, unused-ignore]
reveal_type(replaced(bf))

either = narrow if flag else same
reveal_type(either(bf))


def call(f: Callable[[jax.Array], jax.Array], x: jax.Array) -> jax.Array:
    return f(x)


reveal_type(call(narrow if flag else same, bf))
reveal_type(call(narrow, bf))
reveal_type(call(same, bf))


def chosen(x: jax.Array, wide: bool) -> jax.Array:
    g = same if wide else narrow
    return g(x)


reveal_type(chosen(bf, False))
reveal_type(chosen(bf, True))


def conditional(x: jax.Array, wide: bool) -> jax.Array:
    if wide:

        def inner(y: jax.Array) -> jax.Array:
            return y
    else:

        def inner(y: jax.Array) -> jax.Array:
            return y.astype(jnp.float16)

    return inner(x)


reveal_type(conditional(bf, len(bf.shape) > 5))


# methods that subclasses override
class Base:
    def f(self, x: jax.Array) -> jax.Array:
        return x

    def g(self, x: jax.Array) -> jax.Array:
        return self.f(x)


class Derived(Base):
    def f(self, x: jax.Array) -> jax.Array:
        return x.astype(jnp.float16)


def apply(b: Base, x: jax.Array) -> jax.Array:
    return b.f(x)


reveal_type(apply(Derived(), bf))
reveal_type(apply(Base(), bf))
reveal_type(Derived().g(bf))
reveal_type(Base().g(bf))


# attributes
class Scaled:
    def __init__(self, scale: jax.Array) -> None:
        self.scale = scale

    def set(self, scale: jax.Array) -> None:
        self.scale = scale

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def mixed(self, x: jax.Array) -> jax.Array:
        self.scale = x
        self.set(x.astype(jnp.float32))
        return self.scale


s = Scaled(bf)
reveal_type(s(bf))
s.set(f32)
reveal_type(s(bf))
reveal_type(s.mixed(bf))


# branches whose outcome is not known
def by_dtype(x: jax.Array) -> jax.Array:
    if x.dtype == jnp.bfloat16:
        return x.astype(jnp.float32)
    return x


reveal_type(by_dtype(bf))
reveal_type(by_dtype(f32))


def looped(x: jax.Array, n: int) -> jax.Array:
    for _ in range(n):
        x = x + jnp.float32(1)
    return x


reveal_type(looped(bf, 0))
reveal_type(looped(bf, 2))


def while_looped(x, n):
    y = x
    while n > 0:
        x, y = y, x.astype(jnp.float32)
        n = n - 1
    return x


reveal_type(while_looped(bf, 0))
reveal_type(while_looped(bf, 3))


def tried(x: jax.Array) -> jax.Array:
    y = x
    try:
        y = x.astype(jnp.float32)
        raise ValueError
    except ValueError:
        return y


reveal_type(tried(bf))


def odd(x: jax.Array, n: int) -> jax.Array:
    return x if n == 0 else even(x.astype(jnp.float32), n - 1)


def even(x: jax.Array, n: int) -> jax.Array:
    return x if n == 0 else odd(x, n - 1)


reveal_type(odd(bf, 0))
reveal_type(odd(bf, 3))


def counter(x: jax.Array) -> jax.Array:
    state = x

    def widen() -> None:
        nonlocal state
        state = state.astype(jnp.float32)

    widen()
    return state


reveal_type(counter(bf))


def contained(x: jax.Array) -> jax.Array:
    d = {"a": x}
    for k in ["a"]:
        d[k] = d[k].astype(jnp.float32)
    return d["a"]


reveal_type(contained(bf))


def appended(x: jax.Array) -> list[jax.Array]:
    out = []
    out.append(x)
    out.append(x.astype(jnp.float32))
    return out


reveal_type(appended(bf)[1])


def changed(params: dict[str, jax.Array]) -> dict[str, jax.Array]:
    params["w"] = params["w"].astype(jnp.float32)
    return params


p = {"w": bf, "b": bf}
q = changed(p)
reveal_type(q["w"])
reveal_type(q["b"])
reveal_type(p["w"])


def defaulted(x: jax.Array, y: jax.Array = f32) -> jax.Array:
    return x + y


reveal_type(defaulted(bf))
reveal_type(defaulted(bf, bf))


def number(x):
    return x + 1


reveal_type(number(bf))
reveal_type(number(1))
reveal_type(jax.jit(number)(1))
reveal_type(number(jnp.ones(3, jnp.int8)))


@jax.jit
def jitted(x, n):
    return x * n


reveal_type(jitted(bf, 2))
reveal_type(jitted(2, 3))
reveal_type(jitted(2.0, bf))


def generator(x: jax.Array) -> Any:
    yield x


for each in generator(bf):
    reveal_type(each)


def decorator(f: Callable[[jax.Array], jax.Array]) -> Callable[[jax.Array], jax.Array]:
    return lambda x: f(x).astype(jnp.float16)


@decorator
def decorated(x: jax.Array) -> jax.Array:
    return x


reveal_type(decorated(bf))


def maybe(x: jax.Array, n: int) -> jax.Array | None:
    if n > 0:
        return x * 2
    return None


m = maybe(bf, 1)
reveal_type(m)
if m is not None:
    reveal_type(m + 1)
SCALE = jnp.float32(2)


def scaled(x: jax.Array) -> jax.Array:
    return x * SCALE


reveal_type(scaled(bf))
