"""Loops over known items that return or leave early."""

import jax, jax.numpy as jnp
def first(xs):
    for x in xs:
        return x * 2
    return jnp.zeros(3, jnp.bfloat16)
def gen(x):
    for i in range(3):
        yield x
def early(x, n):
    for y in gen(x):
        if n > 2:
            return y
        z = y + 1
    return x
def early2(x, n):
    for i in range(n):
        return x
    for y in gen(x):
        return y * 2
    return x
class M:
    def __init__(self, x):
        self.layers = [x, x]
    def __call__(self, y):
        for l in self.layers:
            if y.ndim == 7:
                return y
            y = y + l
        return y
    def b(self, y):
        for l in self.layers:
            if y.ndim == 7:
                break
            y = y + l
        return y
x = jnp.ones(3, jnp.bfloat16)
reveal_type(first([x, x]))
reveal_type(early(x, 1))
reveal_type(early2(x, 1))
reveal_type(M(x)(x))
reveal_type(M(x)(x.astype(jnp.float16)))
reveal_type(M(x).b(x))
reveal_type(M(x).b(x.astype(jnp.float16)))
