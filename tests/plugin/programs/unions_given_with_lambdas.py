"""Calls with a lambda and an argument that is a union of arrays."""

import math

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float16, float32

H = Array[float16]
F = Array[float32]


def f(h: H, x: F, u: jax.Array, s: float) -> None:
    one = h if math.pi > 3 else x
    or_unknown = u if math.pi > 3 else x
    reveal_type(lax.while_loop(lambda v: jnp.sum(v) < 0, lambda v: v * s, (h if math.pi > 3 else x)))
    reveal_type(lax.while_loop(lambda v: jnp.sum(v) < 0, lambda v: v * s, one))
    reveal_type(lax.while_loop(lambda v: jnp.sum(v) < 0, lambda v: v * s, or_unknown))
    reveal_type(lax.fori_loop(0, 2, lambda i, v: v * s, one))
    reveal_type(lax.fori_loop(0, 2, lambda i, v: v * s, or_unknown))
    reveal_type(lax.fori_loop(0, 2, lambda i, v: (v[0] * s, v[1]), (one, x)))
    reveal_type(lax.scan(lambda c, v: (c * s, v), one, h))
    reveal_type(lax.scan(lambda c, v: (c + v, v), x, one))
    reveal_type(lax.scan(lambda c, v: (c * s, None), or_unknown, None, 2))
    reveal_type(lax.cond(True, lambda v: v * 2, lambda v: v, one))
    reveal_type(lax.cond(True, lambda v, w: v * w, lambda v, w: v * w, one, or_unknown))
    reveal_type(lax.switch(0, [lambda v: v, lambda v: v * 2], one))
    reveal_type(lax.map(lambda v: v * 2, one))
    reveal_type(lax.associative_scan(lambda a, b: a * b, one))
    reveal_type(jax.tree.map(lambda v: v * 2, one))
    reveal_type(jax.tree.map(lambda v, w: v * w, one, or_unknown))
    reveal_type(jax.tree.map(lambda v: v * 2, [one, x]))
    reveal_type(jax.tree.reduce(lambda a, b: a * b, [one, x]))
    reveal_type(jax.jit(lambda v: v * 2)(one))
    reveal_type(jax.vmap(lambda v, w: v * w)(one, x))
    reveal_type(jax.grad(lambda v: (v * s).sum())(one))
    reveal_type(jax.value_and_grad(lambda v: (v * s).sum())(or_unknown))
    reveal_type(jax.vjp(lambda v: v * s, one)[0])
    reveal_type(jax.jvp(lambda v: v * s, (one,), (one,)))
    reveal_type(lax.fori_loop(0, 2, lambda i, v: lax.fori_loop(0, 2, lambda j, w: w * s, v), one))
    reveal_type(lax.scan(lambda c, v: (lax.while_loop(lambda w: w[0] > 9, lambda w: w + v, c), v), one, h))


def main() -> None:
    f(jnp.ones(3, jnp.float16), jnp.ones(3), jnp.ones(3, jnp.bfloat16), 0.5)
