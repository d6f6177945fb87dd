"""Shapes through fields, methods, lambdas, transformations and loops.

The lines that a checker is to report say so, and no other line has an error.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float32, Int32


class Linear(eqx.Module):
    weight: Float32[Array, "out in"]
    bias: Float32[Array, "out"]

    def __init__(self, n_in: int, n_out: int) -> None:
        self.weight = jnp.zeros((n_out, n_in))
        self.bias = jnp.zeros((n_out, 1))  # wrong

    def __call__(self, x: Float32[Array, "in"]) -> Float32[Array, "out"]:
        if x.shape[0] > 3:
            return self.weight  # wrong
        if x.shape[0] > 2:
            return (self.weight @ x)[:, None] + self.bias  # wrong
        if x.shape[0] > 1:
            return self.bias @ self.weight @ self.bias  # wrong
        return self.weight @ x + self.bias

    @property
    def norm(self) -> Float32[Array, ""]:
        return jnp.sum(self.weight**2)

    @staticmethod
    def scaled(x: Float32[Array, "n m"]) -> Float32[Array, "n m"]:
        return x * 2.0


class Model(eqx.Module):
    layers: list[Linear]
    head: Linear
    activation: Callable[[Float32[Array, "n"]], Float32[Array, "n"]]

    def __call__(self, x: Float32[Array, "batch d"]) -> Float32[Array, "batch k"]:
        for layer in self.layers:
            x = jax.vmap(layer)(x)
        self.head(x)  # wrong
        jax.vmap(jax.vmap(self.head))(x)  # wrong
        self.activation(x)  # not found, see docs/reference/limits.md
        self.head.scaled(x)
        self.head.scaled(x[0])  # wrong
        return jax.vmap(self.head)(x) * self.head.norm

    def both(self, x: Float32[Array, "batch d"]) -> tuple[Float32[Array, "batch k"], Float32[Array, ""]]:
        y = self(x)
        if x.shape[0] == 1:
            return y, y  # wrong
        return y, jnp.mean(y)


class Batch(NamedTuple):
    tokens: Int32[Array, "batch seq"]
    mask: Bool[Array, "batch seq"]


@dataclass
class State:
    position: Float32[Array, "n 3"]
    mass: Float32[Array, "n"]


def last(x: Int32[Array, "seq"]) -> Int32[Array, ""]:
    return x[-1]


def named_tuple(batch: Batch) -> Int32[Array, "batch"]:
    tokens, mask = batch
    last(batch.tokens)  # wrong
    last(tokens)  # wrong
    Batch(tokens, mask[0])  # wrong
    Batch(tokens, mask=mask)
    if mask.shape[0] > 3:
        return jax.vmap(last)(mask)  # type: ignore[arg-type]
    return jax.vmap(last)(tokens)


def dataclass_fields(state: State) -> Float32[Array, "n 3"]:
    moved = State(state.position + 1.0, state.mass)
    State(state.mass, state.mass)  # wrong
    State(jnp.zeros((4, 2)), jnp.zeros(4))  # wrong
    State(jnp.zeros((4, 3)), jnp.zeros(4))
    if moved.mass.shape[0] > 3:
        return moved.position * moved.mass[:, None]
    return moved.mass  # wrong


def distances(xs: Float32[Array, "n d"], ys: Float32[Array, "m d"]) -> Float32[Array, "n m"]:
    squares = jax.vmap(lambda x: jax.vmap(lambda y: jnp.sum((x - y) ** 2))(ys))
    if xs.shape[0] > 3:
        return jax.vmap(lambda y: jax.vmap(lambda x: jnp.sum((x - y) ** 2))(xs))(ys)  # wrong
    return squares(xs)


def mapped(x: Float32[Array, "n d"], w: Float32[Array, "d"]) -> Float32[Array, "n"]:
    dot = jax.vmap(jnp.dot, in_axes=(0, None))
    del dot
    both = jax.vmap(lambda a, b: jnp.sum(a * b), in_axes=(0, None))
    if x.shape[0] > 3:
        return jax.vmap(lambda a, b: a * b, in_axes=(0, None))(x, w)  # wrong
    jax.vmap(lambda a, b: a + b)(x, w)  # wrong
    jax.vmap(lambda a: a)(jnp.sum(w))  # wrong
    columns = jax.vmap(lambda a: a, in_axes=1, out_axes=1)(x)
    if x.shape[0] > 2:
        return columns[0]  # wrong
    return both(columns, w)


def energy(x: Float32[Array, "n"]) -> Float32[Array, ""]:
    return 0.5 * jnp.sum(x * x)


def gradients(x: Float32[Array, "n"]) -> Float32[Array, "n"]:
    value, gradient = jax.value_and_grad(energy)(x)
    if x.shape[0] > 3:
        return value  # wrong
    if x.shape[0] > 2:
        return jax.hessian(energy)(x)  # wrong
    jax.grad(lambda y: y * 2.0)(x)  # wrong
    jax.grad(energy)(x[:, None])  # wrong
    return -jax.jit(jax.grad(energy))(x) + gradient


def scanned(xs: Float32[Array, "steps n"], decay: Float32[Array, ""]) -> Float32[Array, "steps n"]:
    def body(carry: Float32[Array, "n"], x: Float32[Array, "n"]) -> tuple[Float32[Array, "n"], Float32[Array, "n"]]:
        new = decay * carry + x
        if x.shape[0] > 2:
            return new, new[None]  # wrong
        return new, new

    def plain(carry, x):  # type: ignore[no-untyped-def]
        return carry + x, jnp.sum(x)

    final, averages = jax.lax.scan(body, jnp.zeros(xs.shape[1]), xs)
    if xs.shape[0] > 3:
        return final  # wrong
    jax.lax.scan(body, jnp.zeros(()), xs)  # wrong
    jax.lax.scan(lambda c, x: (c[None], x), xs[0], xs)  # wrong
    sums = jax.lax.scan(plain, jnp.zeros(xs.shape[1]), xs)[1]
    energy(sums)
    energy(final)
    energy(averages)  # wrong
    return averages


def loops(x: Float32[Array, "n d"], flag: bool) -> Float32[Array, "n d"]:
    y = x
    z = x
    for row in x:
        energy(row)
        energy(x)  # wrong
        y = y + 1.0
        z = z[0]
    while flag:
        y = y * 2.0
        if y.shape[0] > 3:
            break
    energy(y)  # wrong
    energy(z)
    for n, (a, b) in enumerate(zip(x, x.T, strict=False)):
        energy(a * n)
        energy(b)
        energy(x[n] + a)
        energy(a[0])  # wrong
    return y


def sizes(x: Float32[Array, "n d"], table: Float32[Array, "vocab k"], tokens: Int32[Array, "seq"]) -> None:
    n, d = x.shape
    n, d, k = x.shape  # wrong
    energy(jnp.zeros((n, d)))  # wrong
    energy(jnp.zeros(x.shape[:-1]))
    energy(x.reshape(n * d))
    energy(x.reshape((*x.shape, 1)))  # wrong
    energy(table[tokens])  # wrong
    energy(table[tokens, 0])
    energy(table[0])
    if x.ndim == 1:
        energy(x)
    energy(jax.nn.one_hot(tokens, 4))  # wrong
    parts = jnp.split(x, 2, axis=1)
    energy(parts[0][0])
    c, s = jnp.cos(x[0, 0]), jnp.sin(x[0, 0])
    energy(jnp.array([[c, -s], [s, c]]))  # wrong
    energy(x.at[0].set(1.0))  # wrong


def lists(x: Float32[Array, "n"]) -> None:
    found = [x, x]
    found.append(x)
    sum_of_rows(jnp.stack(found))
    sum_of_rows(jnp.stack([x, x]))  # wrong
    sum_of_rows(jnp.stack([y * 2.0 for y in (x, x, x)]))
    energy(jnp.stack([y * 2.0 for y in (x, x, x)]))  # wrong


def sum_of_rows(x: Float32[Array, "3 n"]) -> Float32[Array, "n"]:
    return jnp.sum(x, axis=0)


@functools.partial(jax.vmap, in_axes=(0, None))
def decorated(x: Float32[Array, "n"], y: Float32[Array, "n"]) -> Float32[Array, ""]:
    return jnp.sum(x * y)


@jax.jit
def uses_decorated(x: Float32[Array, "b n"]) -> Float32[Array, "b"]:
    decorated(x[0], x[0])  # wrong
    if x.shape[0] > 3:
        return decorated(x, x[0])[0]  # wrong
    added = functools.partial(jnp.add, 1.0)
    del added
    return decorated(x, x[0])
