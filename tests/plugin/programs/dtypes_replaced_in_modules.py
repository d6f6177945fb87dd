"""Dtypes of a module that the module replaces, in a branch or from a function."""

import jax
import jax.numpy as jnp
import numpy as np

BY_BACKEND = jnp.float32
if jax.default_backend() == "cpu":
    BY_BACKEND = jnp.bfloat16

if jax.default_backend() == "tpu":
    IN_BRANCHES = jnp.bfloat16
else:
    IN_BRANCHES = jnp.float16

try:
    NARROW = jnp.float8_e4m3fn
except AttributeError:
    NARROW = jnp.float16

GLOBAL = jnp.float32
OBJECT = jnp.dtype("float32")
NUMBER = 1.0
FIXED = jnp.int8
ALIAS = FIXED
ALIAS = jnp.int16


def set_all(dtype, number):
    global GLOBAL, OBJECT, NUMBER
    GLOBAL = dtype
    OBJECT = dtype
    NUMBER = number


def set_half() -> None:
    global GLOBAL
    GLOBAL = jnp.float16


def zeros(n, dtype=None):
    return jnp.zeros(n, dtype or GLOBAL)


def product():
    return jnp.arange(3) * NUMBER


def main() -> None:
    set_all(jnp.int8, 2)
    reveal_type(zeros(2))
    reveal_type(jnp.zeros(2, GLOBAL))
    reveal_type(jnp.zeros(2, OBJECT))
    reveal_type(product())
    set_half()
    reveal_type(jnp.zeros(2, GLOBAL))
    reveal_type(jnp.zeros(2, BY_BACKEND))
    reveal_type(jnp.zeros(2, IN_BRANCHES))
    reveal_type(jnp.zeros(2, NARROW))
    reveal_type(jnp.zeros(2, FIXED))
    reveal_type(jnp.zeros(2, ALIAS))
    local = np.dtype("float32")

    def change(dtype):
        nonlocal local
        local = dtype

    change(jnp.int8)
    reveal_type(jnp.zeros(2, local))


set_all(jnp.int16, 3)
reveal_type(product())
