"""Pytrees of arrays under `jax.tree.map`. Stubs can't infer the result, so the plugin infers the function's result."""

import operator
from typing import Any, NamedTuple, assert_type

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name
from jax.flatten_util import ravel_pytree

from jaxtyping_promo import Array, bool_, float16, float32, floating, int8, int32, weak_float


class Layer(NamedTuple):
    w: Array[float16]
    b: Array[int8]


def square(x: Array[Any]) -> Array[float32]:
    return x.astype(float32) ** 2


def takes_floats(trees: dict[str, Array[floating]]) -> None: ...


def trees(x: Array[int8], h: Array[float16], f: Array[float32]) -> None:
    nested = {"a": {"b": x}, "c": {"b": x}}
    pair = (x, h)
    assert_type(jax.tree.map(square, nested), dict[str, dict[str, Array[float32]]])
    assert_type(jax.tree.map(square, pair), tuple[Array[float32], Array[float32]])
    assert_type(jax.tree.map(jnp.zeros_like, pair), tuple[Array[int8], Array[float16]])
    assert_type(jax.tree.map(jnp.zeros_like, {"a": x}), dict[str, Array[int8]])
    assert_type(jax.tree.map(jnp.sum, [x, x]), list[Array[int32]])
    assert_type(jax.tree.map(jnp.add, [x, x], [h, h]), list[Array[float16]])
    assert_type(jax.tree.map(jnp.multiply, pair, (f, f)), tuple[Array[float32], Array[float32]])
    assert_type(jax.tree.map(jax.jit(square), nested["a"]), dict[str, Array[float32]])
    assert_type(jax.tree.map(lambda a: jnp.isnan(a), {"a": h}), dict[str, Array[bool_]])
    assert_type(jax.tree.map(lambda a, b: square(a), h, f), Array[float32])
    assert_type(jax.tree.map(tree=(x, h), f=square), tuple[Array[float32], Array[float32]])

    # Results of unknown type cause no error.
    wide: dict[str, Array[floating]] = jax.tree.map(square, {"a": h})
    takes_floats(jax.tree.map(square, {"a": h}))
    jax.tree.map(lambda a: a * 2, wide)["a"].dtype
    jax.tree.map(lambda a: a.shape, pair)[0].index(2)
    jax.tree.map(square, Layer(h, x)).b.dtype
    jax.tree.map(lambda a: square(a[0]), {"a": (h, h)}, is_leaf=lambda a: isinstance(a, tuple))["a"].dtype
    jax.tree.map(lambda a, b: a + b[0], {"a": x}, {"a": (h, h)})["a"].dtype
    jax.tree.map(lambda *leaves: jnp.stack(leaves), *[{"a": x}, {"a": x}])["a"].dtype
    jax.tree.map(square, {"a": None, "b": h})["b"].dtype
    jax.tree.map(lambda a: None, [x])[0]


def loops(x: Array[int8], h: Array[float16]) -> None:
    """mypy infers `object` for the items of a list of different types."""

    def goes_on(s: Any) -> Any:
        return s[0] < 2

    def turn(s: Any) -> Any:
        return s[0] + 1, *s[1:]

    state = tuple([0, x, h, True])
    i, a, b, _ = jax.lax.while_loop(goes_on, turn, state)
    i + a * b.dtype.itemsize
    jax.lax.fori_loop(0, 2, lambda i, s: s, state)[1].dtype
    jax.lax.scan(lambda s, i: (s, i), state, x)[0][1].dtype
    assert_type(jax.lax.while_loop(goes_on, turn, (jnp.int8(0), h))[1], Array[float16])


class State(NamedTuple):
    step: Array[int32]
    moments: dict[str, Array[float16]]
    unused: None = None


class Open(NamedTuple):
    step: jax.Array
    total: jax.Array


def named_tuples(x: Array[int32], h: Array[float16]) -> None:
    """The attributes of a named tuple are known, and its class is not: its attributes may have other types."""
    state = State(x, {"m": h})
    assert_type(jax.tree.map(jnp.zeros_like, State(x, {"m": h})).step, Array[int32])
    assert_type(jax.tree.map(lambda a, b: a - 2 * b, state, state).moments["m"], Array[float16])
    assert_type(jax.tree.map(lambda a: a * 0.5, Open(x, h)).total, Array[float16])
    assert_type(jax.tree.map(lambda a: a.astype(float32), state), Any)
    assert_type(jax.tree.map(lambda a: None, state), Any)


def leaves(x: Array[int32], h: Array[float16], f: Array[float32]) -> None:
    state = {"a": (h, [h]), "b": (h, [h, h])}
    assert_type(jax.tree.leaves(h), list[Array[float16]])
    assert_type(jax.tree.leaves({"a": h}), list[Array[float16]])
    assert_type(jax.tree.leaves(state), list[Array[float16]])
    assert_type(jax.tree_util.tree_leaves(Layer(h, x.astype(int8))), list[Any])
    assert_type(jax.tree.leaves((h, None, h)), list[Array[float16]])
    assert_type(jax.tree.leaves((h, f)), list[Any])
    assert_type(
        jax.tree.leaves({"a": (h, [h]), "b": (h, [h])}, is_leaf=lambda leaf: isinstance(leaf, tuple)),
        list[tuple[Array[float16], list[Array[float16]]]],
    )
    arrays: list[jax.Array] = jax.tree.leaves({"a": h})
    arrays += jax.tree.leaves(state)
    assert_type(sum((jnp.sum(leaf**2) for leaf in jax.tree.leaves(state)), jnp.float32(0)), Array[float32])


def reductions(h: Array[float16], f: Array[float32]) -> None:
    state = {"a": h, "b": h * 2}
    assert_type(jax.tree.reduce(operator.add, state), Array[float16])
    assert_type(jax.tree.reduce(jnp.maximum, [h, h]), Array[float16])
    assert_type(jax.tree.reduce(lambda a, b: a + jnp.sum(b), state, 0.0), Array[float16])
    assert_type(jax.tree.reduce(lambda a, b: a + jnp.sum(b), state, initializer=f[0]), Array[float32])
    assert_type(jax.tree_util.tree_reduce(lambda a, b: a + b.size, state, 0), Any)
    assert_type(jax.tree.reduce(lambda a, b: a / b, {"a": h.astype(int8)}), Array[int8])


def made_of_displays(x: Array[int32], h: Array[float16], f: Array[float32]) -> None:
    """Container literals that a lambda returns, or gets as an argument."""
    one = x[0] > 0
    assert_type(jax.lax.map(lambda a: {"a": a * 2}, h), dict[str, Array[float16]])
    assert_type(jax.lax.map(lambda a: (a, a.astype(float32)), h), tuple[Array[float16], Array[float32]])
    assert_type(jax.lax.map(lambda both: both["h"] * both["f"], {"h": h, "f": h}), Array[float16])
    assert_type(jax.lax.map(jnp.sin, h), Array[float16])
    assert_type(jax.lax.cond(one, lambda a: {"a": a * 2}, lambda a: {"a": -a}, h), dict[str, Array[float16]])
    assert_type(jax.lax.cond(one, lambda a: [a["b"]], lambda a: [-a["b"]], {"b": h}), list[Array[float16]])
    assert_type(jax.vmap(lambda a: {"a": a * 2})(h), dict[str, Array[float16]])
    assert_type(jax.grad(lambda p: (p["a"] * 2).sum())({"a": h}), dict[str, Array[float16]])
    wide: dict[str, Array[floating]] = jax.vmap(lambda a: {"a": a * 2})(h)
    takes_floats(jax.lax.cond(one, lambda a: {"a": a * 2}, lambda a: {"a": -a}, h))
    takes_floats(jax.jit(lambda a: wide | {"a": a * 2})(h))
    empty = jax.tree.map(lambda a: [], [h])
    empty[0].append(3)


def paths(x: Array[int8], h: Array[float16]) -> None:
    assert_type(jax.tree.map_with_path(lambda path, a: a * 2, {"a": h}), dict[str, Array[float16]])
    pair = jax.tree_util.tree_map_with_path(lambda path, a, b: a * b, (h, x), (x, h))
    assert_type(pair, tuple[Array[float16], Array[float16]])
    names = jax.tree.map_with_path(lambda path, a: f"{path} {a.shape}", {"a": h})
    names["a"].upper()


def raveled(x: Array[int8], h: Array[float16]) -> None:
    flat, unravel = ravel_pytree({"a": (h, [h])})
    assert_type(flat, Array[float16])
    assert_type(ravel_pytree((h, x))[0], Array[float16])
    assert_type(ravel_pytree([jnp.asarray(1.0), jnp.asarray(2.0)])[0], Array[weak_float])
    flat, unravel = ravel_pytree({"b": h})
    unravel(flat)["b"].dtype


def kept(x: Array[int8], h: Array[float16]) -> None:
    """mypy's result is unknown if several overloads match."""
    unknown: jax.Array = locals()["h"]
    some: Array[float16] | None = h if x.size else None
    assert_type(jax.device_put(unknown + x), jax.Array)
    assert_type(jax.device_put((h, unknown + x)), tuple[Array[float16], jax.Array])
    assert_type(jax.device_put(Layer(h, x)), Layer)
    assert_type(jax.device_put(some), Array[float16] | None)
    assert_type(jax.device_put([h, h]), list[Array[float16]])
    assert_type(checkpoint_name(unknown + x, "unknown"), jax.Array)
    wide: list[Array[floating]] = jax.device_put([h, h])
    jax.device_put({"n": 1.0, "wide": wide})["n"].dtype
