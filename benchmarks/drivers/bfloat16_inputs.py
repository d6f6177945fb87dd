"""Inputs for the drivers of `benchmarks.assumed_recall`: floating arrays are bfloat16, integers int32."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

Case = tuple[Any, ...]
"""A function, and its arguments."""


def floats(*shape: int) -> jax.ShapeDtypeStruct:
    """A bfloat16 array of a shape."""
    return jax.ShapeDtypeStruct(shape, jnp.bfloat16)


def integers(*shape: int) -> jax.ShapeDtypeStruct:
    """An int32 array of a shape."""
    return jax.ShapeDtypeStruct(shape, jnp.int32)


def mask(*shape: int) -> jax.ShapeDtypeStruct:
    """A bool array of a shape."""
    return jax.ShapeDtypeStruct(shape, jnp.bool_)


def key() -> jax.ShapeDtypeStruct:
    """A random key."""
    return jax.eval_shape(lambda: jax.random.key(0))


def with_fixed(function: Callable[..., Any], **fixed: Any) -> Callable[..., Any]:
    """A function with some arguments fixed, which are no arrays."""
    return lambda *arguments: function(*arguments, **fixed)


def run(cases: dict[str, Case]) -> None:
    """Trace each function with its arguments. A function that refuses bfloat16 counts until it does."""
    for name, (function, *arguments) in cases.items():
        try:
            jax.eval_shape(function, *arguments)
        except (TypeError, ValueError) as error:
            print(f"{name} refuses bfloat16: {str(error).partition(chr(10))[0][:120]}", file=sys.stderr)
