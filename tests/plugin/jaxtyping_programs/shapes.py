"""Axes that contradict annotations. A comment marks each line that a checker must report."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float32, Shaped, jaxtyped

Matrix = Float32[Array, "b d"]


def rank(x: Float32[Array, "b d"]) -> Float32[Array, "b"]:
    return x  # wrong


def swapped(x: Float32[Array, "b d"]) -> Float32[Array, "b d"]:
    return x.T  # wrong


def transposed(x: Float32[Array, "b d"]) -> Float32[Array, "d b"]:
    return x.T


def summed(x: Float32[Array, "b d"]) -> Float32[Array, "b"]:
    return jnp.sum(x, axis=0)  # wrong


def kept(x: Float32[Array, "b d"]) -> Float32[Array, "b"]:
    return jnp.sum(x, axis=-1, keepdims=True)  # wrong


def mean(x: Float32[Array, "b d"]) -> Float32[Array, ""]:
    return x.mean(axis=0)  # wrong


def scalar(x: Float32[Array, "b d"]) -> Float32[Array, ""]:
    return x.mean() + jnp.sum(x**2)


def fixed(x: Float32[Array, "3 d"]) -> Float32[Array, "4 d"]:
    return x * 2.0  # wrong


def multiplied(x: Float32[Array, "b d"], w: Float32[Array, "d k"]) -> Float32[Array, "b k"]:
    return x @ w


def contracted(x: Float32[Array, "b d"], w: Float32[Array, "k d"]) -> Float32[Array, "b k"]:
    return x @ w  # wrong


def mixed(x: Float32[Array, "b d"], w: Float32[Array, "d k"]) -> Float32[Array, "k b"]:
    y = x @ w
    z = y + 1.0
    return z  # wrong


def called(x: Float32[Array, "b d"], v: Float32[Array, "d"]) -> Float32[Array, "d"]:
    rank(v)  # wrong
    same(x, x.T)  # wrong
    square(x)  # wrong
    square(jnp.zeros((3, 4)))  # wrong
    square(jnp.zeros((3, 3)))
    last(x)
    return last(x)  # wrong


def same(x: Float32[Array, "n m"], y: Float32[Array, "n m"]) -> Float32[Array, "n m"]:
    return x + y


def square(x: Float32[Array, "n n"]) -> Float32[Array, "n"]:
    return x[0]


def last(x: Float32[Array, "n m"]) -> Float32[Array, "n"]:
    return x[:, -1]


def of_results(x: Float32[Array, "b d"], y: Float32[Array, "b k"]) -> Float32[Array, "b"]:
    return last(x) + last(y)


def of_results_swapped(x: Float32[Array, "b d"]) -> Float32[Array, "d b"]:
    return same(x, x)  # wrong


def alias(x: Matrix) -> Float32[Array, "b d k"]:
    return x  # wrong


def broadcast(x: Float32[Array, "b d"], y: Float32[Array, "d"], z: Float32[Array, "b 1"]) -> Float32[Array, "b d"]:
    return x * y + z


def broadcast_literals(x: Float32[Array, "3 d"], y: Float32[Array, "4 d"]) -> Float32[Array, "3 d"]:
    return x + y  # wrong


def variadic(x: Float32[Array, "*batch d"], y: Float32[Array, "*batch d"]) -> Float32[Array, "*batch"]:
    return jnp.sum(x * y, axis=-1)


def variadic_last(x: Float32[Array, "b 3"]) -> Float32[Array, "... 4"]:
    return x  # wrong


def anonymous(x: Float32[Array, "_ d"], y: Float32[Array, "#b d"]) -> Float32[Array, "b d"]:
    return x + y


def symbolic(x: Float32[Array, "n"]) -> Float32[Array, "n-1"]:
    return x[1:] - x[:-1]


def created(x: Float32[Array, "b d"]) -> Float32[Array, "d"]:
    y = jnp.zeros((x.shape[0], 3))
    if x.shape[0] > 3:
        return jnp.zeros(x.shape[0])  # wrong
    if x.size:
        return y  # wrong
    return jnp.zeros(x.shape[-1])


def branches(x: Float32[Array, "b d"], flag: bool) -> Float32[Array, "b"]:
    y = x
    if flag:
        y = x.sum(axis=1)
    else:
        y = x[:, 0]
    if flag:
        return y
    z = x
    for _ in range(2):
        z = z.sum(axis=-1)
    while flag:
        w = x
    try:
        w = x.T
    except ValueError:
        w = x[:, 0]
    return z + w


def loops(x: Float32[Array, "b d"]) -> Float32[Array, "b d"]:
    for n in range(3):
        x = x + n
        if n:
            return x.reshape(-1)  # wrong
    return x


def other_names(x: Float32[Array, "b d"]) -> Float32[Array, "n m"]:
    return x


def same_name_twice(x: Float32[Array, "b d"]) -> Float32[Array, "n n"]:
    return x  # wrong


def local(x: Float32[Array, "b d"]) -> None:
    y: Float32[Array, "d b"] = x  # wrong
    z: Float32[Array, "b d"] = x
    v: Float32[Array, "n"] = x[0]
    print(y, z, v)


@functools.partial(jax.jit, static_argnames="flag")
def jitted(x: Float32[Array, "n m"], flag: bool = False) -> Float32[Array, "m"]:
    return x[0]


@jaxtyped(typechecker=None)
def decorated(x: Float32[Array, "n m"]) -> Float32[Array, "m"]:
    return x[0]


@jax.vmap
def mapped(x: Float32[Array, "m"]) -> Float32[Array, ""]:
    return x.sum()


def uses(x: Float32[Array, "b d"]) -> Float32[Array, "b"]:
    jitted(x[0])  # wrong
    decorated(x[0])  # wrong
    if x.size:
        return jitted(x, flag=True)  # wrong
    return mapped(x)


def rearranged(x: Float32[Array, "2 3 d"], m: Bool[Array, "2 3"]) -> Float32[Array, "6"]:
    a = jnp.einsum("ijk->jk", x)
    b = jnp.stack([x, x], axis=1)
    c = jnp.concatenate([m, m], axis=0)
    d = jnp.expand_dims(m, 0)
    e = jnp.swapaxes(x, 0, 1)
    f = m.reshape(3, -1)
    wants(a)  # wrong
    wants(b)  # wrong
    wants(c)  # wrong
    wants(d)  # wrong
    wants(e)  # wrong
    wants(f)  # wrong
    wants(jnp.squeeze(d, 0))  # wrong
    wants(jnp.where(m, 1.0, 0.0))  # wrong
    m.reshape(4, 2)  # wrong
    jnp.sum(m, axis=2)  # wrong
    wants(m.reshape(6))
    wants(m.ravel())
    wants(m[None, 0, :, None].reshape(-1))  # wrong
    return m[0, 0, 0]  # wrong


def other_functions(x: Float32[Array, "b d"], y: Float32[Array, "b d"], s: Float32[Array, ""]) -> Float32[Array, "b d"]:
    z = jax.lax.max(x, 0.0)
    rows = jnp.stack([x[0] for x in [y.T, x.T]])
    total = sum(x.sum() for x in [y, y.T])
    table = {n: (lambda y: y[0, 0])(x) for n in range(2)}
    last(rows)
    print(total, table, z, x.at[0].set(1.0), np.asarray(x).T)
    if (x := y.T).size:
        return x  # wrong
    match s:
        case z:
            print(z)
    with jax.named_scope("a") as y:
        print(y)
    return jax.nn.softmax(z, axis=-1) * s + jax.nn.relu(jnp.abs(z))  # wrong


class Layer:
    weight: Float32[Array, "out in"]

    def __call__(self, x: Float32[Array, "in"]) -> Float32[Array, "out"]:
        return self.weight @ x

    def wrong(self, x: Float32[Array, "n m"]) -> Float32[Array, "n"]:
        def inner(y: Float32[Array, "m n"]) -> Float32[Array, "n"]:
            return y  # wrong

        return inner(x)[0]  # wrong


def wants(x: Shaped[Array, "6"]) -> None: ...
