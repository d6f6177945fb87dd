"""Attributes of objects whose classes declare no dtypes: class methods, properties, data classes, `jax.tree.map`."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp

bf = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
f16 = jnp.ones((3, 3), jnp.float16)


class Linear:
    def __init__(self, w, b=None):
        self.w = w
        self.b = w if b is None else b
        self.first, self.second = w, b

    @classmethod
    def doubled(cls, w):
        return cls(w * 2)

    @staticmethod
    def act(x: jax.Array) -> jax.Array:
        return jnp.sin(x)

    @property
    def twofold(self):
        return self.w * 2

    @property
    def declared(self) -> jax.Array:
        return self.w

    def __call__(self, x):
        return self.act(x * self.w + self.b)


class Net:
    def __init__(self, x, y):
        self.one = Linear(x)
        self.two = Linear(y, x)

    def __call__(self, x):
        return self.two(self.one(x))


linear = Linear(bf)
reveal_type(linear.w)
reveal_type(linear.b)
reveal_type(linear.first)
reveal_type(linear(bf))
reveal_type(linear.twofold)
reveal_type(linear.declared)
doubled = Linear.doubled(f16)
reveal_type(doubled.w)
net = Net(bf, f32)
reveal_type(net.two.w)
reveal_type(net(f16))


def made(x: jax.Array) -> Linear:
    return Linear(x)


reveal_type(made(f16).w)


class Derived(Linear):
    def __init__(self, w):
        super().__init__(w.astype(jnp.float32))


derived = Derived.doubled(bf)
reveal_type(derived.w)


@dataclasses.dataclass
class Replaced:
    w: jax.Array

    @classmethod
    def create(cls, w):
        return cls(w)


class ReplacedInit(Replaced):
    def __init__(self, w):
        self.w = w.astype(jnp.float32)


reveal_type(ReplacedInit.create(bf).w)
replaced = ReplacedInit.create(bf)
reveal_type(replaced.w)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Inner:
    kernel: jax.Array
    bias: Any = None


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Outer:
    inner: Inner
    scale: jax.Array

    @classmethod
    def create(cls, x, y):
        return cls(inner=Inner(kernel=x * 2, bias=y), scale=x)

    def apply(self, x):
        return x * self.inner.kernel * self.scale


@jax.jit
def advanced(state: Outer, x: jax.Array) -> tuple[Outer, jax.Array]:
    inner = dataclasses.replace(state.inner, kernel=state.inner.kernel + x)
    return Outer(inner, state.scale), state.inner.bias * x


outer = Outer.create(bf, f16)
reveal_type(outer.inner.kernel)
reveal_type(outer.inner.bias)
following, seen = advanced(outer, bf)
reveal_type(following.inner.kernel)
reveal_type(following.scale)
reveal_type(seen)
twice = jax.tree.map(lambda v: v * 2, following)
reveal_type(twice.inner.bias)
plain = Outer(Inner(bf, f16), f32)
reveal_type(plain.apply(bf))


class Changed:
    def __init__(self, u):
        self.u = u

    def set(self, u):
        self.u = u


changed = Changed(bf)
changed.set(f32)
reveal_type(changed.u)


# containers of functions without annotations get items of any type
def in_pair(x):
    return x * 2, {"y": x}


value, items = in_pair(bf)
items["s"] = "text"
items["n"] = 2
reveal_type(items["y"])
params: dict = {}
params["a"], z = (bf, f32)
params["c"], (params["d"], y) = bf, (f32, bf)
reveal_type(params["a"])
reveal_type(params["d"])
