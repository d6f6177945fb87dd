"""Operators on calls, attributes and parameters whose dtype is one of several. JAX accepts the dtype at run time."""

import functools
import operator

import jax
import jax.numpy as jnp
from jax import lax


class Layer:
    def __init__(self, n: int) -> None:
        self.w = jnp.ones(3, jnp.bfloat16) if n == 3 else jnp.ones(3, jnp.int32)

    def weights(self):
        return jnp.ones(3, jnp.bfloat16) if self.w.ndim > 2 else jnp.ones(3, jnp.int32)


def calls(n: int = 2) -> None:
    q, i, x = jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.int32), jnp.ones(3)
    u = q if n == 3 else i
    reveal_type(next(iter((i, q))) ^ i)
    reveal_type(next(t for t in (i, q)) ^ i)
    reveal_type(jax.checkpoint(lambda v: q if n == 3 else i)(x) ^ i)
    reveal_type(jax.jit(lambda v: q if n == 3 else i)(x) ^ i)
    reveal_type(jax.vmap(lambda v: q if n == 3 else i)(x) ^ i)
    reveal_type((lambda v: q if n == 3 else i)(x) ^ i)
    reveal_type(functools.partial(lambda v: q if n == 3 else i, x)() ^ i)
    reveal_type(jax.tree.map(lambda v: q if n == 3 else i, x) ^ i)
    reveal_type(lax.switch(0, [lambda v: q if n == 3 else i], x) ^ i)
    reveal_type(operator.xor(u, i))
    reveal_type(operator.xor(next(iter((i, q))), i))
    reveal_type(functools.reduce(operator.xor, [u, i]))
    reveal_type(list(map(lambda a: a ^ i, [u])))
    reveal_type((lambda a, b: a ^ b)(u, i))
    reveal_type(lax.fori_loop(0, 2, lambda _, c: c ^ i, u))
    reveal_type(lax.scan(lambda c, t: (c ^ t, t), u, i))
    reveal_type(~next(iter((i, q))))
    reveal_type(u.T ^ i)
    reveal_type(Layer(2).w ^ i)
    reveal_type(Layer(2).weights() ^ i)


def main() -> None:
    calls()
