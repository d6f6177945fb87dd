"""Functions without declared dtypes: a call with known dtypes has a known result."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax
from jax.typing import ArrayLike

bf = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
f16 = jnp.ones((3, 3), jnp.float16)
i8 = jnp.ones((3, 3), jnp.int8)
u8 = jnp.ones((3, 3), jnp.uint8)
i32 = jnp.ones((3, 3), jnp.int32)
mask = jnp.ones((3, 3), jnp.bool_)


# plain functions
def mean_loss(pred: jax.Array, target: jax.Array) -> jax.Array:
    return jnp.mean((pred - target) ** 2)


reveal_type(mean_loss(bf, i8))
reveal_type(mean_loss(i8, u8))
reveal_type(mean_loss(f16, bf))
reveal_type(mean_loss(target=bf, pred=f32))


def dense(x: jax.Array, w: jax.Array, b: jax.Array | None = None) -> jax.Array:
    y = x @ w
    if b is not None:
        y = y + b
    return y


reveal_type(dense(bf, bf))
reveal_type(dense(bf, f32))
reveal_type(dense(bf, i8, f16))


def relu(x):
    return jnp.maximum(x, 0)


reveal_type(relu(bf))
reveal_type(relu(i8))


def reassigned(x: jax.Array, w: jax.Array) -> jax.Array:
    x = x @ w
    x = x.astype(jnp.float16)
    return x * 2


reveal_type(reassigned(bf, f32))


def reassigned2(x, w):
    x = x @ w
    x = jnp.tanh(x)
    return x


reveal_type(reassigned2(bf, f32))


def softmax(x: ArrayLike, axis: int = -1) -> jax.Array:
    x = jnp.asarray(x)
    e = jnp.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


reveal_type(softmax(bf))
reveal_type(softmax(i8, axis=0))


# functions that call functions
def mlp(params: list[tuple[jax.Array, jax.Array]], x: jax.Array) -> jax.Array:
    for w, b in params:
        x = relu(dense(x, w, b))
    return x


reveal_type(mlp([(bf, bf), (bf, bf)], bf))


def predict(params, x):
    h = jnp.tanh(x @ params["w1"] + params["b1"])
    return h @ params["w2"]


params = {"w1": bf, "b1": bf, "w2": bf}
reveal_type(predict(params, bf))
reveal_type(predict(params, f32))


def loss(params, x, y):
    return jnp.mean((predict(params, x) - y) ** 2)


reveal_type(loss(params, bf, bf))
reveal_type(jax.grad(loss)(params, bf, bf))
reveal_type(jax.value_and_grad(loss)(params, bf, f32))


@jax.jit
def update(params, x, y, lr: float = 0.1):
    grads = jax.grad(loss)(params, x, y)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


reveal_type(update(params, bf, bf))


@functools.partial(jax.jit, static_argnames=("n",))
def repeated(x: jax.Array, n: int) -> jax.Array:
    for _ in range(n):
        x = x * 2
    return x


reveal_type(repeated(bf, n=3))


# pytrees in and out
class State(NamedTuple):
    mu: jax.Array
    n: jax.Array


def init(x: jax.Array) -> State:
    return State(mu=jnp.zeros_like(x), n=jnp.zeros([], jnp.int32))


def step(state: State, g: jax.Array, decay: float = 0.9) -> tuple[jax.Array, State]:
    mu = decay * state.mu + (1 - decay) * g
    return mu, State(mu, state.n + 1)


def two(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return x.sum(), x > 0


a, b = two(bf)
reveal_type(a)
reveal_type(b)


def as_dict(x: jax.Array, y: jax.Array) -> dict[str, jax.Array]:
    return {"x": x, "y": x + y}


reveal_type(as_dict(bf, bf)["x"])


def init_params(key: jax.Array, n: int) -> dict[str, jax.Array]:
    k1, k2 = jax.random.split(key)
    return {"w": jax.random.normal(k1, (n, n)), "b": jnp.zeros(n)}


reveal_type(init_params(jax.random.key(0), 3)["w"])


def made() -> jax.Array:
    return jnp.arange(3)


reveal_type(made())


# nested functions and closures
def outer(x: jax.Array) -> jax.Array:
    def inner(y: jax.Array) -> jax.Array:
        return x * y

    return inner(x.astype(jnp.float16))


reveal_type(outer(f16))
reveal_type(outer(bf))


def scanned(xs: jax.Array, init: jax.Array) -> jax.Array:
    def body(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        carry = carry + x.sum()
        return carry, carry

    final, _ = lax.scan(body, init, xs)
    return final


reveal_type(scanned(bf, jnp.zeros((), jnp.bfloat16)))


def attention(q, k, v, mask=None):
    scale = q.shape[-1] ** -0.5
    logits = jnp.einsum("qd,kd->qk", q, k) * scale
    if mask is not None:
        logits = jnp.where(mask, logits, -1e9)
    weights = jax.nn.softmax(logits, axis=-1)
    return weights @ v


reveal_type(attention(bf, bf, bf))
reveal_type(attention(bf, bf, f32, mask))


# lambdas, and functions held by variables
square = lambda x: x * x
reveal_type(square(bf))
alias = mean_loss
reveal_type(alias(bf, bf))
reveal_type(functools.partial(mean_loss, bf)(f32))
reveal_type(jax.vmap(mean_loss)(bf, i8))
reveal_type(jax.jit(jax.vmap(relu))(bf))
reveal_type(jax.checkpoint(relu)(bf))


# branches
def branched(x: jax.Array, flag: bool) -> jax.Array:
    if flag:
        return x * 2
    return x + 1


reveal_type(branched(bf, True))


def differing(x: jax.Array, flag: bool) -> jax.Array:
    if flag:
        return x.astype(jnp.float32)
    return x


reveal_type(differing(bf, True))
reveal_type(differing(bf, False))


def either(x, dtype=None):
    if dtype is not None:
        x = x.astype(dtype)
    return x


reveal_type(either(bf))
reveal_type(either(bf, jnp.float32))
reveal_type(either(bf, dtype=jnp.int8))


def numbers(x):
    if isinstance(x, (int, float)):
        return jnp.asarray(x, jnp.float32)
    return x


reveal_type(numbers(bf))
reveal_type(numbers(1.0))


# recursion
def power(x: jax.Array, n: int) -> jax.Array:
    if n == 0:
        return jnp.ones_like(x)
    return x * power(x, n - 1)


reveal_type(power(bf, 3))


# parameters of other kinds
def total(*xs: jax.Array) -> jax.Array:
    out = xs[0]
    for x in xs[1:]:
        out = out + x
    return out


reveal_type(total(bf, bf, bf))


def keywords(*, x, y=2.0):
    return x * y


reveal_type(keywords(x=bf))
reveal_type(keywords(x=bf, y=f32))


def applied(f: Callable[[jax.Array], jax.Array], x: jax.Array) -> jax.Array:
    return f(x)


reveal_type(applied(jnp.exp, bf))
reveal_type(applied(lambda v: v + 1, bf))


# classes
class Layer:
    def __init__(self, scale: float) -> None:
        self.scale = scale

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def twice(self, x: jax.Array) -> jax.Array:
        return self(self(x))

    @staticmethod
    def normalized(x: jax.Array) -> jax.Array:
        return x / jnp.linalg.norm(x)

    @classmethod
    def name_of(cls, x: jax.Array) -> jax.Array:
        return x[None]


layer = Layer(2.0)
reveal_type(layer(bf))
reveal_type(layer.twice(bf))
reveal_type(Layer.normalized(bf))
reveal_type(layer.normalized(i8))
reveal_type(Layer.name_of(bf))


@dataclasses.dataclass
class Linear:
    w: jax.Array
    b: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return x @ self.w + self.b


state = init(bf)
reveal_type(state.mu)
reveal_type(state.n)
mu, state = step(state, bf)
reveal_type(mu)
reveal_type(Linear(bf, bf)(bf))
