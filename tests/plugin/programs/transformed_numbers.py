"""Numbers among the results of transformed functions, which JAX returns as arrays."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec
from typing_extensions import reveal_type

x = jnp.ones((1, 3), jnp.int8)
half = jnp.ones((1, 3), jnp.float16)
mesh = jax.make_mesh((1,), ("i",))
rate: float = 1


class Options:
    scale: float = 1


options = Options()


def counted(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


def nested(t: jax.Array) -> tuple[jax.Array, tuple[bool, list[int]]]:
    return t, (True, [0, 1])


def named(t: jax.Array) -> dict[str, int]:
    return {"n": 2}


def either(t: jax.Array) -> jax.Array | int:
    return 2


def plain(t):  # type: ignore[no-untyped-def]
    return {"a": t, "n": 0}


class Model:
    def __call__(self, t: jax.Array) -> tuple[jax.Array, int]:
        return t, 0

    def method(self, t: jax.Array) -> tuple[jax.Array, int]:
        return t, 0

    @functools.partial(jax.vmap, in_axes=(None, 0))
    def mapped(self, t: jax.Array) -> tuple[jax.Array, int]:
        return t, 0

    @staticmethod
    @jax.vmap
    def static(t: jax.Array) -> tuple[jax.Array, int]:
        return t, 0


model = Model()

# lambdas
rows, count = jax.vmap(lambda t: (t, 0))(x)
reveal_type(count)
reveal_type(count.sum())
reveal_type(half * count)
reveal_type(jax.vmap(lambda t: 0.5)(x))
reveal_type(jax.vmap(lambda t: (t, t.shape[0]))(x)[1].astype(jnp.float16))
reveal_type(jax.vmap(lambda t: (t, True))(x)[1])
reveal_type(jax.vmap(lambda t: (t, 1j))(x)[1])
reveal_type(jax.vmap(lambda t: (t, (0.5, [1, 2])))(x)[1][1][0])
reveal_type(jax.vmap(lambda t: (t, {"a": 0}))(x)[1]["a"])
reveal_type(jax.vmap(lambda t: {"a": 0})(x)["a"].sum())
reveal_type(jax.vmap(jax.vmap(lambda t: (t, 0)))(x)[1])
reveal_type(jax.jit(jax.vmap(lambda t: (t, 0)))(x)[1])
reveal_type(jax.vmap(jax.jit(lambda t: (t, 0)))(x)[1])
reveal_type(jax.vmap(jax.checkpoint(lambda t: (t, 0)))(x)[1])
reveal_type(jax.pmap(lambda t: (t, 0))(x)[1])
reveal_type(jax.jit(lambda t: (t, 0))(x)[1])
reveal_type(lax.map(lambda t: (t, 0), x)[1])
reveal_type(lax.scan(lambda c, t: (c, (t, 0)), 0.0, x)[1][1])
reveal_type(functools.partial(jax.vmap, in_axes=0)(lambda t: (t, 0))(x)[1])
reveal_type(jax.vmap(functools.partial(lambda t: (t, 0)))(x)[1])
reveal_type(jax.shard_map(lambda t: (t, 0), mesh=mesh, in_specs=PartitionSpec(), out_specs=PartitionSpec())(x)[1])
held = jax.vmap(lambda t: (t, 0))
reveal_type(held(x)[1])

# numbers whose class mypy does not tell
reveal_type(jax.jit(lambda t: (t, [0, 1.5]))(x)[1][0])
reveal_type(jax.vmap(lambda t: (t, [0, 1.5]))(x)[1][0])
reveal_type(jax.vmap(lambda t: (t, {"a": 0, "b": 1.5}))(x)[1]["a"])
reveal_type(jax.vmap(lambda t: {"a": (t, 0), "b": (t, 1.5)})(x)["a"][1])
reveal_type(jax.vmap(lambda t: (t, [True, 1]))(x)[1][0])
reveal_type(jax.jit(lambda t: (t, rate))(x)[1])
reveal_type(jax.vmap(lambda t: (t, options.scale))(x)[1])
reveal_type(lax.map(lambda t: (t, options.scale), x)[1])
reveal_type(lax.map(lambda t: (t, [0, 1.5]), x)[1][0])
reveal_type(lax.scan(lambda c, t: (c, (t, options.scale)), 0.0, x)[1][1])
reveal_type(lax.cond(True, lambda t: (t, rate), lambda t: (t, rate), x)[1])

# functions that declare their results
reveal_type(jax.vmap(counted)(x)[1].sum())
reveal_type(jax.vmap(nested)(x)[1][0].sum())
reveal_type(jax.vmap(nested)(x)[1][1][0].sum())
reveal_type(jax.vmap(named)(x)["n"].sum())
reveal_type(jax.jit(named)(x)["n"].sum())
reveal_type(jax.vmap(either)(x).sum())
reveal_type(jax.jit(either)(x).sum())
reveal_type(jax.vmap(functools.partial(counted))(x)[1].sum())
reveal_type(jax.vmap(plain)(x)["n"])
reveal_type(jax.vmap(model)(x)[1].sum())
reveal_type(jax.jit(model)(x)[1].sum())
reveal_type(jax.vmap(model.method)(x)[1].sum())
reveal_type(model.mapped(x)[1].sum())
reveal_type(Model.static(x)[1].sum())


# decorators
@jax.vmap
def decorated(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


@functools.partial(jax.vmap, in_axes=0)
def decorated_with_options(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


@jax.shard_map(mesh=mesh, in_specs=PartitionSpec(), out_specs=PartitionSpec())
def sharded(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


@jax.pmap
def on_devices(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


@jax.custom_vjp
def with_derivative(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


with_derivative.defvjp(lambda t: ((t, 0), None), lambda residuals, cotangents: (cotangents[0],))


@jax.checkpoint
def recomputed(t: jax.Array) -> tuple[jax.Array, int]:
    return t, 0


@jax.jit
def traced(t: jax.Array) -> Any:
    return with_derivative(t)[1].sum(), recomputed(t)[1].sum()


reveal_type(decorated(x)[1].sum())
reveal_type(decorated_with_options(x)[1].sum())
reveal_type(sharded(x)[1].sum())
reveal_type(on_devices(x)[1].sum())
reveal_type(traced(x))


# where JAX returns numbers
def repeated(times: int) -> jax.Array:
    return jnp.arange(times)


reveal_type(repeated(recomputed(x)[1]))
reveal_type(repeated(jax.checkpoint(lambda t: (t, 3))(x)[1]))
reveal_type(repeated(jax.vmap(lambda t: (t, 3), out_axes=(0, None))(x)[1]))
reveal_type(repeated(jax.vmap(counted, out_axes=(0, None))(x)[1]))
reveal_type(repeated(jax.named_call(lambda t: (t, 3))(x)[1]))


# inside functions whose calls are followed
def of_dict(t):  # type: ignore[no-untyped-def]
    return jax.vmap(plain)(t)["n"]


def of_lambda(t):  # type: ignore[no-untyped-def]
    return t.astype(jnp.float16) * jax.vmap(lambda s: (s, 0))(t)[1]


def of_function(t):  # type: ignore[no-untyped-def]
    return t * jax.vmap(counted)(t)[1]


def of_inner(t):  # type: ignore[no-untyped-def]
    @jax.vmap
    def inner(q):  # type: ignore[no-untyped-def]
        return q, 0

    return inner(t)[1].sum()


reveal_type(of_dict(x))
reveal_type(of_lambda(x))
reveal_type(of_function(x))
reveal_type(of_inner(x))
