"""JAX's context managers are decorators, too, and keep the function's type."""

from functools import partial
from typing import assert_type

import jax

from jaxtyping_promo import Array, float16

Pair = tuple[Array[float16], int]


@jax.named_scope("named")
def named(x: Array[float16]) -> Pair:
    return x * 2, 1


@jax.disable_jit()
def not_compiled(x: Array[float16]) -> Pair:
    return x * 2, 1


@jax.profiler.annotate_function
def annotated(x: Array[float16]) -> Pair:
    return x * 2, 1


@partial(jax.profiler.annotate_function, name="annotated")
def annotated_by_name(x: Array[float16]) -> Pair:
    return x * 2, 1


@partial(jax.jit, static_argnames="n")
@jax.named_scope("compiled")
def compiled(x: Array[float16], n: int) -> Array[float16]:
    return x * n


class Layer:
    @jax.named_scope("layer")
    def __call__(self, x: Array[float16]) -> Array[float16]:
        with jax.named_scope("within"), jax.debug_nans(True):
            return x * 2


def context_managers(x: Array[float16]) -> None:
    assert_type(named(x), Pair)
    assert_type(not_compiled(x), Pair)
    assert_type(annotated(x), Pair)
    assert_type(annotated_by_name(x), Pair)
    assert_type(Layer()(x), Array[float16])
