"""Variables and attributes of other modules that a module assigns again, by every statement that assigns."""

import contextlib

import jax
import jax.numpy as jnp

A = jnp.ones(3, jnp.float16)
B = jnp.ones(3, jnp.float16)
C = jnp.ones(3, jnp.float16)
D = jnp.ones(3, jnp.float16)
KEPT = jnp.ones(3, jnp.float16)


class Layer:
    r = jnp.ones(3, jnp.float16)
    s = jnp.ones(3, jnp.float16)
    t = jnp.ones(3, jnp.float16)
    kept = jnp.ones(3, jnp.float16)

    def __init__(self) -> None:
        self.a = jnp.ones(3, jnp.float16)
        self.b = jnp.ones(3, jnp.float16)
        self.c = jnp.ones(3, jnp.float16)
        self.d = jnp.ones(3, jnp.float16)
        self.e = jnp.ones(3, jnp.float16)
        self.f = jnp.ones(3, jnp.float16)
        self.g = jnp.ones(3, jnp.float16)
        self.h = jnp.ones(3, jnp.float16)
        self.i = jnp.ones(3, jnp.float16)
        self.j = jnp.ones(3, jnp.float16)
        self.k = jnp.ones(3, jnp.float16)
        self.l = jnp.ones(3, jnp.float16)
        self.m = jnp.ones(3, jnp.float16)
        self.n = jnp.ones(3, jnp.float16)
        self.xs = [jnp.ones(3, jnp.float16)]
        self.fixed = jnp.ones(3, jnp.float16)


class Model:
    def __init__(self) -> None:
        self.layer = Layer()


"module: attribute"


def same(x: jax.Array):
    return x


def read_before(layer: Layer) -> None:
    reveal_type(A)
    reveal_type(B)
    reveal_type(KEPT)
    reveal_type(Layer.r)
    reveal_type(layer.a)
    reveal_type(layer.kept)
    reveal_type(layer.fixed)


def assign_variables(x: jax.Array) -> None:
    global A, B
    A = same(x)
    reveal_type(A)
    B += jnp.ones(3)
    reveal_type(B)


def assign_attributes(layer: Layer, model: Model, x: jax.Array) -> None:
    Layer.r = same(x)
    reveal_type(Layer.r)
    Layer.s -= same(x)
    reveal_type(Layer.s)
    layer.t -= jnp.ones(3)
    reveal_type(layer.t)
    layer.a = same(x)
    reveal_type(layer.a)
    layer.b *= same(x)
    reveal_type(layer.b)
    layer.c, _ = same(x), 1
    reveal_type(layer.c)
    (layer.d, layer.e), layer.f = (same(x), same(x)), jnp.ones(3)
    reveal_type(layer.d)
    reveal_type(layer.e)
    reveal_type(layer.f)
    layer.g = layer.h = same(x)
    reveal_type(layer.g)
    reveal_type(layer.h)
    for layer.i in same(x):
        reveal_type(layer.i)
    reveal_type(layer.i)
    with contextlib.nullcontext(same(x)) as layer.j:
        reveal_type(layer.j)
    reveal_type(layer.j)
    layer.k, layer.l = jnp.divmod(x, 2)
    reveal_type(layer.k)
    reveal_type(layer.l)
    layer.xs = [same(x)]
    reveal_type(layer.xs)
    model.layer.a = same(x)
    reveal_type(model.layer.a)
    model.layer.b += jnp.ones(3)
    reveal_type(model.layer.b)


class Derived(Layer):
    def __init__(self) -> None:
        super().__init__()
        self.m = jnp.ones(3)
        reveal_type(self.m)

    def change(self, x: jax.Array) -> None:
        reveal_type(self.n)
        self.n = same(x)
        reveal_type(self.n)
        reveal_type(self.fixed)


"module: from"


def replace(x: jax.Array) -> None:
    global C, D
    C = jnp.ones(3)
    reveal_type(C)
    D *= same(x)
    reveal_type(D)


def read() -> None:
    reveal_type(C)
    reveal_type(D)
    reveal_type(KEPT)


def main() -> None:
    x = jnp.ones(3)
    read_before(Layer())
    assign_variables(x)
    model, derived = Model(), Derived()
    assign_attributes(model.layer, Model(), x)
    read_before(model.layer)
    reveal_type(model.layer.a)
    reveal_type(model.layer.i)
    reveal_type(Layer.r)
    derived.change(x)
    reveal_type(derived.m)
    reveal_type(derived.n)
    read()
    replace(x)
    read()
