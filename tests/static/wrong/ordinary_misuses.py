# ruff: noqa
"""Ordinary misuses of arrays and functions. Checkers report errors, whose messages must name no private class."""

from __future__ import annotations
import functools
import operator
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import Array, float32, int8, int32, bool_, bfloat16

F = Array[float32]


@jax.jit
def compiled(x: F, n: int = 1) -> F:
    return x * n


@functools.partial(jax.jit, static_argnames="n")
def partial_compiled(x: F, n: int = 1) -> F:
    return x * n


class Model:
    weights: F

    @jax.jit
    def method(self, x: F) -> F:
        return x

    def __init__(self, w: F) -> None:
        self.weights = w


def wrong_return(x: F) -> Array[int8]:
    return x * 2


def wrong_return_str(x: F) -> str:
    return jnp.sum(x)


def wrong_return_fn(x: F) -> F:
    return jnp.sin


def wrong_return_at(x: F) -> F:
    return x.at


def wrong_return_at2(x: F) -> F:
    return x.at[0]


def bad_default(x: F = 1.0, y: F = None, z: F = [1.0], s: str = jnp.ones(3)) -> F:
    return x


def misuses(x: F, i: Array[int32], m: Array[bool_], h: Array[bfloat16], arrays: list[F], n: np.ndarray) -> None:
    jnp.sin("x")
    jnp.sin([1.0])
    jnp.sin(None)
    jnp.add(x, "y")
    jnp.add(x, [1])
    jnp.add(x)
    jnp.add(x, x, x)
    jnp.add("a", "b")
    jnp.maximum(x, None)
    jnp.logical_and(x, "a")
    jnp.power(x, [2])
    jnp.sum("abc")
    jnp.sum(x, axis="rows")
    jnp.mean(x, keepdims="no")
    jnp.where(m, x, "y")
    jnp.where(m, [1], None)
    jnp.concatenate(x, "y")
    jnp.concatenate([x, "y"])
    jnp.stack([x, None])
    jnp.einsum(x, x)
    jnp.dot(x, None)
    jnp.matmul(x, [1.0])
    jnp.clip(x, "0", 1)
    jnp.zeros("3")
    jnp.zeros(3, dtype="no such")
    jnp.zeros(3, dtype=x)
    jnp.full(3, "x")
    jnp.full_like([1.0], 1)
    jnp.arange("3")
    jnp.linspace("0", 1)
    jnp.array(object())
    jnp.asarray(object())
    jnp.ones_like("x")
    jnp.reshape(x, "3")
    jnp.take(x, "0")
    jnp.vectorize(x)
    jnp.sort("abc")
    jnp.argmax(None)
    jnp.diag("x")
    jnp.linalg.norm("x")
    jnp.linalg.inv([1])
    jnp.linalg.solve(x, "b")
    jnp.fft.fft("x")
    x + "a"
    x + None
    x + [1.0]
    "a" + x
    [1.0] + x
    None + x
    x - {"a": 1}
    x * (1, 2)
    x @ None
    x @ "a"
    x | "a"
    x < "a"
    x == "a"
    x ** "2"
    x % None
    x // [1]
    divmod(x, "a")
    x << 1.5
    -m
    ~x
    ~h
    x["a"]
    x[None, "a"]
    x[1.5]
    x.at["a"].set(1)
    x.at[0].set("a")
    x.at[0].add(None)
    x.at[0].sett(1)
    x.at.set(1)
    x.sum("axis")
    x.astype("no such")
    x.astype(x)
    x.reshape("a")
    x.foo
    x.mean(axis=None, dtype="x y")
    x.dot("a")
    x.clip("a")
    x.round("a")
    x.T()
    x()
    y: str = x
    z: int = x + 1
    w: Array[int8] = x
    v: F = "a"
    u: F = jnp.sin
    t: list[F] = x
    s: F = arrays
    r: float = jnp.sum
    q: F = x.at[0]
    p: dict[str, F] = {"a": 1.0, "b": "c"}
    o: tuple[F, F] = (x, 1)
    jnp.sin + 1
    jnp.sin.foo
    jnp.add.foo
    jnp.add.reduce("x")
    jnp.add.at(x, 0)
    jnp.add.outer("x", 1)
    compiled("x")
    compiled(x, "n")
    compiled()
    compiled(x, x, x)
    compiled.foo
    partial_compiled("x")
    partial_compiled(x, m=1)
    Model("w")
    Model(x).method("x")
    Model(x).method()
    Model(x).weights.foo
    jax.jit(x)
    jax.jit("f")
    jax.jit(compiled)("x")
    jax.grad(x)
    jax.grad(compiled)("x")
    jax.grad(lambda v: v * 2.0)("x")
    jax.vmap(x)
    jax.vmap(compiled)("x")
    jax.value_and_grad(1)
    jax.checkpoint(x)
    lax.scan(x, x, x)
    lax.scan(lambda c, t: (c, t))
    lax.scan(lambda c: c, x, x)
    lax.cond(True, x, x)
    lax.cond(m, lambda: 1, "a")
    lax.cond(True, lambda a: a, lambda a: a)
    lax.switch(0, x)
    lax.switch(0, [x, x])
    lax.fori_loop(0, 3, x, x)
    lax.fori_loop("0", 3, lambda i, c: c, x)
    lax.while_loop(x, x, x)
    lax.while_loop(lambda c: True, "x", x)
    lax.map(x, x)
    lax.select(m, x, "a")
    lax.add(x, [1])
    lax.add(x, "a")
    lax.dot(x, None)
    lax.exp("x")
    lax.convert_element_type(x, "no such")
    lax.dynamic_slice(x, "a", (3,))
    lax.top_k(x, "k")
    lax.associative_scan(x, x)
    jax.tree.map(x, x)
    jax.tree.map("f", x)
    jax.tree.reduce(x, x)
    jax.random.normal("key")
    jax.random.normal(jax.random.key(0), "shape")
    jax.random.uniform(jax.random.key("a"))
    jax.random.split(1.5)
    jax.nn.relu("x")
    jax.nn.softmax([1.0])
    jax.nn.one_hot("a", 3)
    jax.scipy.special.logsumexp("x")
    jax.scipy.special.erf(None)
    jax.lax.psum(x)
    jax.device_put()
    jax.custom_vjp(x)
    jax.jvp(x, x, x)
    jax.vjp("f", x)
    jax.eval_shape(x)
    jax.pure_callback(x)
    jax.block_until_ready()
    sum([x, "a"])
    sum("a", x)
    abs("a")
    max(x, "a")
    len(x, x)
    functools.reduce(x, [x])
    functools.reduce(jnp.add, x, "a")
    functools.partial(x)
    operator.add(x, "a")
    operator.neg("x")
    list(map(x, [x]))
    sorted([x], key=x)
    np.sin("x")
    np.add(x, "a")
    n + "a"
    n @ None
    np.float32(1) + "a"
    np.float32("a", 1)
    np.int8(3) | x
    jnp.float32("a", 1)
    jnp.float32([1.0]) + "a"
    jnp.int8(x, x)
    jnp.finfo("a b")
    jnp.promote_types("a b", 1)
    jnp.result_type(object())
    jnp.issubdtype(1, 2)
    jnp.frompyfunc(x, 1, 1)
    jnp.apply_along_axis(x, 0, x)
    jnp.piecewise(x, x, 1)
    jnp.select(x, x)
    jnp.interp("x", x, x)
    jnp.polyfit("x", x, 1)
    jnp.histogram("x")
    jnp.split("x", 2)
    jnp.nonzero("x")
    jnp.unique(None)
    jnp.meshgrid("x")
    jnp.pad("x", 1)
    jnp.roll("x", 1)
    jnp.tile("x", 2)
    jnp.average("x")
    jnp.quantile(x, "q")
    jnp.cumsum("x")
    jnp.outer(x, "y")
    jnp.cross(x, "y")
    jnp.zreos(3)
    for a, b in x:
        a + "b"
    with x:
        pass
    if x in "abc":
        pass
    a, b = jnp.sum(x)
    x[0] = 1
    x += "a"
    x @= None
    del x[0]
    i += 1.5
    arrays.append("x")
    arrays.append(1)
    arrays += ["a"]
    jnp.exp(x)(x)
    (lambda f: f(x))(x)
