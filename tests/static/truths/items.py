"""An element of an array as a Python scalar: `x.item()`."""

from typing import Any, assert_type

import jax.numpy as jnp

from jaxtyping_promo import *


def items(b: Array[bool_], i: Array[int8], h: Array[bfloat16], q: Array[float8_e5m2]) -> None:
    assert_type(jnp.max(b).item(), bool)
    assert_type(jnp.max(i).item(), int)
    assert_type(jnp.max(h).item(), float)
    assert_type(jnp.max(q).item(), float)
    assert_type(h * jnp.max(h).item(), Array[bfloat16])
    assert_type(jnp.max(i).item() * h, Array[bfloat16])


def of_weak_arrays(i: Array[weak_int], x: Array[weak_float], c: Array[weak_complex]) -> None:
    assert_type(i.item(), int)
    assert_type(x.item(), float)
    assert_type(c.item(), complex)


def of_integers(i: Array[integer]) -> None:
    assert_type(jnp.max(i).item(), int)


def of_floats(x: Array[floating]) -> None:
    assert_type(jnp.max(x).item(), float)


def of_complex_numbers(c: Array[complexfloating]) -> None:
    assert_type(jnp.max(c).item(), complex)


def of_anything(u: Array[Any]) -> None:
    assert_type(jnp.max(u).item(), Any)
