# [tool.jaxtyping-promo]
# x64 = true
"""Containers of weak arrays beside arrays of several dtypes, and weak arrays added to lists of strong ones."""

import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, float64, int8

B = Array[bool_]
D = Array[float64]
I = Array[int8]


def literals(c: bool, b: B, i: I, d: D) -> None:
    weak = jnp.full(3, 2.0)
    reveal_type([(b if c else d), weak])
    reveal_type([weak, (b if c else d)])
    reveal_type([weak, d, b])
    reveal_type((b, [weak, d, b]))
    reveal_type({"p": (d, weak), "q": (weak, (b if c else d))})
    one, many = [(weak if c else i), [weak, d][0]][::-1]
    reveal_type(one)
    reveal_type(many)


def additions(c: bool, i: I, d: D) -> None:
    weak = jnp.full(3, 2.0)
    reveal_type([d] + [weak])
    reveal_type([weak] + [d])
    reveal_type([jnp.ones(3, int)] + [jnp.full(3, 2)])
    extended = [d]
    extended.extend(x * 0.5 for x in [jnp.ones(3, int)])
    reveal_type(extended)
    appended = [d if c else i]
    appended.append(weak)
    reveal_type(appended)
    stored = {"a": d}
    stored["b"] = weak
    reveal_type(stored)


def declared(x: D, xs: list[D], arrays: dict[str, D]) -> D:
    weak = jnp.full(3, 2.0)
    xs.append(weak)
    xs = [x, weak]
    arrays["b"] = weak
    reveal_type(declared(weak, [weak, x], {"a": x, "b": weak}) if len(xs) > 5 else x)
    return weak


def main() -> None:
    b = jnp.ones(3, bool)
    i = b.astype(jnp.int8)
    d = jnp.ones(3, float)
    for c in (True, False):
        literals(c, b, i, d)
        additions(c, i, d)
    declared(d, [d], {"a": d})
