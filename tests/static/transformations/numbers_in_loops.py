"""Python numbers in a loop carry are weak. They get the dtype that the body, a lambda, computes."""

from typing import Any, assert_type

import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, float16, float32, int8, weak_float, weak_int


def of_a_number(x: Array[float16], i: Array[int8]) -> None:
    assert_type(lax.fori_loop(0, 3, lambda n, s: s + x[n], 0.0), Array[float16])
    assert_type(lax.fori_loop(0, 3, lambda n, s: s + n, 0), Array[weak_int])
    assert_type(lax.fori_loop(0, 3, lambda n, s: s + n, 0.0), Array[weak_float])
    assert_type(lax.fori_loop(0, i.size, lambda n, s: s + x[0], 0), Array[float16])
    assert_type(lax.while_loop(lambda s: s < 3, lambda s: s + 1, 0), Array[weak_int])
    assert_type(lax.while_loop(lambda s: s < 3, lambda s: s + x.max() + 1, 0.0), Array[float16])
    assert_type(lax.scan(lambda c, v: (c + v, c * 2), 0.0, x), tuple[Array[float16], Array[float16]])
    assert_type(lax.scan(lambda c, v: (c + v, c), 0, i), tuple[Array[int8], Array[int8]])
    assert_type(lax.scan(lambda c, v: (c + 1, v), 0, i), tuple[Array[weak_int], Array[int8]])
    assert_type(lax.scan(lambda c, v: (jnp.float16(2), c), 1.0, x), tuple[Array[float16], Array[float16]])


def of_a_tree(x: Array[float16], i: Array[int8]) -> None:
    assert_type(
        lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2.0), (0, x)),
        tuple[Array[weak_int], Array[float16]],
    )
    assert_type(
        lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] + s[0] + x[0]), (0, 0.0)),
        tuple[Array[weak_int], Array[float16]],
    )
    assert_type(lax.fori_loop(0, 3, lambda n, s: {"a": s["a"] + i}, {"a": x}), dict[str, Array[float16]])
    assert_type(
        lax.scan(lambda c, v: ((c[0] + 1, c[1] + v[0]), c[0] * v[1]), (0, 0.0), (x, i)),
        tuple[tuple[Array[weak_int], Array[float16]], Array[int8]],
    )


def of_arrays(x: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    (first, second), each = lax.scan(lambda c, x: ((c[0] * x, c[1]), c[0]), (w, f), x)
    assert_type(first, Array[float16])
    assert_type(second, Array[float32])
    assert_type(each, Array[float16])
    assert_type(lax.fori_loop(0, 3, lambda n, s: s + x.sum(), jnp.float32(0)), Array[float32])
    assert_type(lax.fori_loop(0, 3, lambda n, s: s * n, f), Array[float32])
    assert_type(lax.scan(lambda c, v: (c + v, c), jnp.float32(0), x)[0], Array[float32])
    assert_type(lax.fori_loop(0, 3, lambda n, s: s + x[0], w), Array[float16])
    assert_type(lax.associative_scan(jnp.add, f), Array[float32])
    assert_type(lax.associative_scan(lambda a, b: a * b, x), Array[float16])
    assert_type(lax.associative_scan(lambda a, b: a * b + 2.0, f), Array[float32])


def of_an_unknown_one(u: Array[Any], x: Array[float16]) -> None:
    assert_type(lax.fori_loop(0, 3, lambda n, s: (s[0] + u[0], s[1] + 1), (0.0, 0)), tuple[Any, Array[weak_int]])
    assert_type(lax.scan(lambda c, v: (c + v, v), 0.0, u), tuple[Any, Array[Any]])
