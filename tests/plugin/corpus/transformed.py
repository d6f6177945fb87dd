"""Transformations, pytrees and NumPy numbers with too few or too many arguments, or with themselves as arguments."""
import operator

import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, float32


def make(*args):
    return jax.vmap


scale3 = np.sqrt(2) * np.log(3)
scale4 = np.sqrt(np.sqrt(2)) * -np.log(3) ** np.sqrt(2)
made = make()
loop = lambda y: back(y)
back = lambda y: loop(y)
itself = lambda: itself
nested = jax.vmap(jax.vmap(itself))
scale = np.sqrt(2)


def program(x: Array[float32], *rest: Array[float32], **named: float):
    make()(x)
    made(x)
    made()(x)
    jax.vmap(*rest)(x)
    jax.vmap(**named)(x)
    jax.vmap()(x)
    jax.jit()(x)
    jax.vjp()
    jax.vjp(*rest)
    jax.vjp(lambda a: a)
    jax.vjp(fun=jnp.sin)
    jax.vjp(jnp.sin, *rest)
    jax.vjp(jnp.sin, 2.0)[1](3.0)
    jax.vjp(lambda a: undefined, x)
    jax.vjp(jax.vjp, x)
    jax.vjp(itself, x)[1](x)
    jax.jvp(lambda a: a)
    jax.jvp(lambda a: a, x)
    jax.jvp(lambda a: a, (), ())
    jax.linearize(lambda: 1)
    jax.jacfwd()(x)
    jax.jacfwd(lambda: x)()
    jax.hessian(lambda a, b: a)(x)
    jax.tree.leaves()
    jax.tree.leaves(*rest)
    jax.tree.reduce()
    jax.tree.reduce(lambda a, b: a)
    jax.tree.reduce(operator.add, ())
    jax.tree.reduce(jnp.add, x, *rest)
    jax.tree.map()
    jax.tree.map(itself, x)
    loop(x)
    back(x)
    itself()()
    itself(x)
    nested(x)
    np.sqrt()
    x * np.sqrt()
    x * np.sqrt("a")
    x * np.sqrt(2, x, x)
    x * np.sqrt(*rest)
    x * np.hypot(2)
    np.sqrt(x=2) * x
    (lambda y: y * np.sqrt(y))(x)
    [np.sqrt(2) * v for v in x if np.sqrt(2) < v < np.sqrt(3)]
    {np.sqrt(2): x * np.sqrt(3)}
    x[int(np.sqrt(4)) :] += np.sqrt(2)
    x *= np.sqrt(scale)
    del scale
    return x * np.sqrt(np.sqrt(np.sqrt(2))) if np.sqrt(2) > 1 else lambda z: z * np.sqrt(2)


class Layer:
    scale = np.sqrt(2)
    double = jax.vmap(lambda self: self)

    def __call__(self, x: Array[float32], size=np.sqrt(2)):
        return x * self.scale * np.sqrt(size) * size * self.double(x) * np.sqrt(self)
