"""Compiled functions of a class with a base of unknown type. Its instances are assignable to any parameter."""

import functools
from typing import Any

import jax
import jax.numpy as jnp

Unknown: Any = object


class Model(Unknown):
    @staticmethod
    @jax.jit
    def total(x: jax.Array, y: jax.Array) -> jax.Array:
        return x + y

    @staticmethod
    @functools.partial(jax.jit, static_argnames="n")
    def scaled(x: jax.Array, n: int) -> jax.Array:
        return x * n

    @staticmethod
    @jax.jit(static_argnums=1)
    def repeated(x: jax.Array, n: int) -> jax.Array:
        return jnp.tile(x, n)

    @classmethod
    @functools.partial(jax.jit, static_argnums=0)
    def of_class(cls, x: jax.Array) -> jax.Array:
        return x

    @functools.partial(jax.jit, static_argnums=0)
    def method(self, x: jax.Array) -> jax.Array:
        return self.total(x, x) + self.scaled(x, 3) + self.of_class(x)

    @functools.partial(jax.jit, static_argnums=0)
    def otherwise_called(this, x: jax.Array, y: jax.Array) -> jax.Array:
        return this.total(x, y)

    def all_of_them(self, x: jax.Array) -> jax.Array:
        return self.method(x) + self.otherwise_called(x, y=x) + self.repeated(x, 2)[:3]


def use(model: Model, x: jax.Array) -> list[jax.Array]:
    return [
        model.total(x, x),
        model.scaled(x, n=3),
        model.repeated(x, 2),
        model.of_class(x),
        model.method(x),
        model.otherwise_called(x, x),
        model.all_of_them(x),
        Model.total(x, x),
        Model.scaled(x, 3),
        Model.of_class(x),
        Model.method(model, x),
        Model().total(x, y=x),
    ]


use(Model(), jnp.ones(3))


def takes(x: jax.Array, n: int) -> None: ...


def fits_anything(model: Model) -> None:
    takes(model, model)
    takes(jnp.zeros(3), model.size)
