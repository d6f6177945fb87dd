"""`sum` and `functools.reduce` of arrays, if another type is expected, or the function returns another dtype."""

import functools
import operator

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, float16, float32, int32


def takes(x: jax.Array) -> jax.Array:
    return x


def larger(a: jax.Array, b: jax.Array) -> jax.Array:
    return a > b


def f(m: Array[bool_], x: Array[float32], i: Array[int32], h: Array[float16], u: jax.Array) -> None:
    many = [h, h]
    takes(sum([x, h]))
    takes(sum((u, u)))
    reveal_type(sum([m, m]))
    reveal_type(sum([m], x))
    reveal_type({"a": x, "b": sum([h, h])}["b"] * h)
    reveal_type([sum(many), sum([i, i])])
    items: list[jax.Array] = [sum([m, m]), functools.reduce(jnp.equal, many)]
    reveal_type(items[0])
    reveal_type(functools.reduce(jnp.logical_and, [h, h]))
    reveal_type(functools.reduce(jnp.logical_and, many))
    reveal_type(functools.reduce(jnp.maximum, (h, h)))
    reveal_type(functools.reduce(jnp.maximum, [h, x]))
    reveal_type(functools.reduce(jnp.multiply, [i, i], 2.5))
    reveal_type(functools.reduce(operator.gt, [h, h]))
    reveal_type(functools.reduce(operator.add, [i, i], 0.5))
    reveal_type(functools.reduce(operator.mul, (v * 2 for v in many), i))
    reveal_type(functools.reduce(larger, many))
    reveal_type(functools.reduce(lambda a, b: a > b, [h, h]))
    reveal_type(functools.reduce(lambda a, b: a + b, [i, i], 0.5))
    reveal_type(functools.reduce(lambda a, b: a + b, [i, i], 0))
    reveal_type(functools.reduce(lambda a, b: a + b, {"a": h, "b": h}.values()))
    reveal_type(functools.reduce(lambda a, b: a * b, [u, u], h))
    reveal_type(functools.reduce(lambda a, b: (a[0] + b, b), many, (x, h)))
    reveal_type(functools.reduce(lambda a, b: a + b, [1, 2], 0))


def main() -> None:
    x = jnp.linspace(0, 1, 3)
    f(x > 0, x, jnp.arange(3), x.astype(jnp.float16), x.astype(jnp.bfloat16))
