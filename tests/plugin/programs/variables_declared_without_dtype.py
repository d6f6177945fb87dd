"""Variables, parameters and attributes declared as `jax.Array` have the dtype of the value that they hold."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def branches(flag: bool) -> jax.Array:
    w: jax.Array = jnp.asarray(1.0)
    reveal_type(w)
    if flag:
        w = jnp.ones(3, jnp.int8)
    reveal_type(w)
    return w


def loops(y: jax.Array) -> jax.Array:
    y = jnp.ones(3, jnp.int8)
    z: jax.Array = y + y
    reveal_type(z)
    for _ in range(2):
        z = z.astype(jnp.float16)
        reveal_type(z)
    while z.sum() < 100:
        q: jax.Array = z + jnp.ones(3)
        reveal_type(q)
        z = q * 2
    reveal_type(z)
    return z


def handlers() -> None:
    try:
        t: jax.Array = jnp.ones(3, jnp.int8)
        if t.sum() > 2:
            raise ValueError
        t = t.astype(jnp.float32)
    except ValueError:
        reveal_type(t)


def changed_by_functions(p: jax.Array) -> None:
    n: jax.Array = jnp.ones(3, jnp.int8)

    def change() -> None:
        nonlocal n, p
        n = p = jnp.ones(3, jnp.float16)

    p = n
    change()
    reveal_type(n)
    reveal_type(p)
    n = jnp.ones(3, jnp.int8)
    change()
    reveal_type(n)


def categories() -> None:
    a: Float[Array, "b"] = jnp.ones(3, jnp.float16)
    reveal_type(a + a)
    a = jnp.ones(3)
    reveal_type(a)


class Model:
    weight: jax.Array
    bias: jax.Array | None = None
    scale: jax.Array

    def __init__(self) -> None:
        self.scale = jnp.ones(3, jnp.int8)
        reveal_type(self.scale)

    def update(self) -> None:
        self.weight = jnp.ones(3, jnp.float16)
        self.bias = self.weight

    def run(self) -> None:
        self.weight = jnp.ones(3, jnp.int8)
        self.bias = jnp.ones(3, jnp.int8)
        self.update()
        reveal_type(self.weight)
        reveal_type(self.bias)


x: jax.Array = jnp.ones(3, jnp.int8)
reveal_type(x)
branches(False)
branches(True)
loops(x)
handlers()
changed_by_functions(x)
categories()
Model().run()
