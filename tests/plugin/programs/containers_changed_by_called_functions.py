"""Functions and methods that store an array of another dtype in the dict or list that they get."""

import functools
from typing import Any

import jax
import jax.numpy as jnp


def passed_through(function: Any) -> Any:
    @functools.wraps(function)
    def call(*args: Any) -> Any:
        return function(*args)

    return call


@passed_through
def decorated(params: dict[str, jax.Array], x: jax.Array) -> None:
    params["a"] = x


def plain(params: dict[str, jax.Array], x: jax.Array) -> None:
    params["a"] = x


class Model:
    def method(self, params: dict[str, jax.Array], x: jax.Array) -> None:
        params["a"] = x

    @staticmethod
    def static(items: list[jax.Array], x: jax.Array) -> None:
        items[0] = x


def main() -> None:
    model = Model()
    p0 = {"a": jnp.ones(3)}
    plain(p0, jnp.arange(3))
    reveal_type(p0["a"])
    p1 = {"a": jnp.ones(3)}
    decorated(p1, jnp.arange(3))
    reveal_type(p1["a"])
    p2 = {"a": jnp.ones(3)}
    model.method(p2, jnp.arange(3))
    reveal_type(p2["a"])
    p3 = [jnp.ones(3)]
    Model.static(p3, jnp.arange(3))
    reveal_type(p3[0])
    p4 = {"a": jnp.ones(3)}
    model.method(params=p4, x=jnp.arange(3))
    reveal_type(p4["a"])


main()
