"""Control flow: the results of branches, and the carries of loops."""

from typing import Any, NamedTuple, assert_type

import jax
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, bool_, float16, float32, int8, int32, weak_float


class State(NamedTuple):
    x: Array[float32]
    n: Array[int32]


def to_half(x: Array[int8]) -> Array[float16]:
    return x.astype(float16)


def negated(x: Array[int8]) -> Array[float16]:
    return -x.astype(float16)


def add(carry: Array[float32], x: Array[float16]) -> tuple[Array[float32], Array[float16]]:
    return carry + x.sum(), x * 2


def halves(
    carry: tuple[Array[Any], Array[float32]], x: Array[float16]
) -> tuple[tuple[Array[float16], Array[float32]], Array[float16]]:
    return (carry[0] * x, carry[1]), x


def count(carry: Array[float32], _: None) -> tuple[Array[float32], None]:
    return carry + 1, None


def ignored(carry: Array[float32], _: Array[float16]) -> tuple[Array[float32], None]:
    return carry + 1, None


def both(state: State, x: Array[float16]) -> tuple[State, tuple[Array[float16], Array[float32]]]:
    return State(state.x + x.sum(), state.n + 1), (x, state.x)


def untyped(carry, x):
    return carry + x.sum(), x


def untyped_none(carry, _):
    return carry, None


def body(i: Any, x: Array[float32]) -> Array[float32]:
    return x + i


def less(x: Array[float32]) -> Array[bool_]:
    return x.sum() < 10


def grow(x: Array[float32]) -> Array[float32]:
    return x + 1


def branches(x: Array[int8], h: Array[float16], b: Array[bool_]) -> None:
    one = b.any()
    assert_type(lax.cond(one, to_half, negated, x), Array[float16])
    assert_type(lax.cond(True, to_half, negated, x), Array[float16])
    assert_type(lax.switch(1, [to_half, negated], x), Array[float16])
    lax.cond(one, lambda: x, lambda: -x).dtype
    lax.cond(one, lambda a: {"a": a}, lambda a: {"a": -a}, x)["a"]
    lax.cond(one, lambda a: 1.0, lambda a: 2.0, x).dtype
    lax.cond(one, lambda a, c: a * c, lambda a, c: c, x, x)
    lax.cond(one, lambda _: h, lambda _: -h, operand=None).dtype
    lax.cond(one, lambda _: None, lambda _: None, x)
    lax.switch(x.sum(), [lambda a: a, lambda a: a * 2, jnp.negative], h).dtype
    lax.switch(0, (to_half, lambda a: a.astype(float16)), x)


def scans(h: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    assert_type(lax.scan(add, f.sum(), h), tuple[Array[float32], Array[float16]])
    assert_type(lax.scan(count, f, None, length=3), tuple[Array[float32], None])
    assert_type(lax.scan(count, f, length=3)[0], Array[float32])
    assert_type(lax.scan(ignored, f, None, length=3), tuple[Array[float32], None])
    maybe: Array[float16] | None = h if h.size > 1 else None
    assert_type(lax.scan(ignored, f, maybe, h.size)[0], Array[float32])
    assert_type(
        lax.scan(both, State(f.sum(), jnp.zeros((), int32)), h),
        tuple[State, tuple[Array[float16], Array[float32]]],
    )
    assert_type(lax.scan(jax.jit(add), f.sum(), h)[1], Array[float16])
    lax.scan(add, 0.0, h)[0].dtype
    lax.scan(add, w, h)[0].dtype
    lax.scan(untyped, 0.0, h)[0].dtype
    lax.scan(untyped, f.sum(), h)[1].dtype
    lax.scan(untyped_none, (f, {"a": h}), None, length=2)[0][1]["a"]
    lax.scan(lambda c, x: (c + x.sum(), None), f.sum(), h)[0].dtype
    lax.scan(lambda c, xs: (c, xs[0] + xs[1]), f, (h, h))[1].dtype
    lax.scan(lambda c, x: ({"s": c["s"] + x.sum()}, x), {"s": f.sum()}, h)[0]["s"].dtype
    lax.scan(lambda c, _: (c, c), f, None, 3, unroll=2)


def loops(h: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    assert_type(lax.fori_loop(0, 3, body, f), Array[float32])
    assert_type(lax.while_loop(less, grow, f), Array[float32])
    lax.fori_loop(0, 3, body, 0.0).dtype
    lax.fori_loop(0, 3, body, w).dtype
    lax.fori_loop(0, h.size, lambda i, c: (c[0] + 1, c[1] * 2), (0, f))[0].dtype
    lax.fori_loop(0, 3, lambda i, c: c * 2, {"a": f}["a"])
    lax.fori_loop(0, 3, lambda i, c: {"a": c["a"] * 2}, {"a": f})["a"]
    lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1]), (jnp.int32(0), f))[1].dtype
    lax.while_loop(lambda c: c < 3, lambda c: c + 1, 0).dtype
    lax.while_loop(lambda s: s.n < 3, lambda s: s._replace(n=s.n + 1), State(f, jnp.zeros((), int32))).x


def made_strong(h: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    """Weak arrays and Python scalars in the carry, which the body makes strong."""
    one, total = h[0], f.sum()
    lax.fori_loop(0, 3, lambda i, c: {"a": c["a"] * one}, {"a": w})["a"].dtype
    lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * one), (0, h))[0].dtype
    lax.while_loop(lambda c: c[1] < 3, lambda c: (c[0], c[1] + total), (f, w))[1].dtype
    assert_type(lax.scan(halves, (w, f), h), tuple[tuple[Array[float16], Array[float32]], Array[float16]])
    assert_type(lax.fori_loop(0, 3, lambda i, c: (c[0] * 2, c[1]), (f, h)), tuple[Array[float32], Array[float16]])


def others(x: Array[int8], h: Array[float16], f: Array[float32]) -> None:
    assert_type(lax.map(to_half, x), Array[float16])
    assert_type(lax.associative_scan(jnp.add, f), Array[float32])
    lax.map(lambda a: (a, 1.0), x)[1].dtype
    lax.map(lambda xs: xs[0] * xs[1], (h, f)).dtype
    lax.associative_scan(lambda a, b: (a[0] + b[0], a[1] * b[1]), (f, h))[1].dtype
    lax.associative_scan(jnp.maximum, h, reverse=True).dtype
