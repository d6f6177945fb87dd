"""Transformations by `functools.partial`. Their types need the plugin in mypy."""

from functools import partial
from typing import assert_type

import jax

from jaxtyping_promo import Array, float16, int8


@partial(jax.jit, static_argnames=("n",))
def scaled(x: Array[int8], n: int = 3) -> Array[float16]:
    return x.astype(float16) * n


class Model:
    @partial(jax.jit, static_argnums=(0, 2))
    def method(self, x: Array[int8], n: int) -> Array[float16]:
        return x.astype(float16) * n

    @classmethod
    @partial(jax.jit, static_argnums=0)
    def by_class(cls, x: Array[int8]) -> Array[float16]:
        return x.astype(float16)


def jitted(x: Array[int8]) -> None:
    assert_type(scaled(x, n=2), Array[float16])
    assert_type(Model().method(x, 2), Array[float16])
    assert_type(Model.by_class(x), Array[float16])
    scaled.lower(x, n=2)
