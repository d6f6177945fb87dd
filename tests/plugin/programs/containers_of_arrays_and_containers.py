"""Lists and dicts with arrays and containers of arrays as items; and sums of lists."""

import collections

import jax
import jax.numpy as jnp
from jax import lax

x = jnp.ones(3)
i = jnp.arange(3)


def mixed(c: bool, u: jax.Array) -> None:
    nest = {"w": (x if c else i), "l": {"w": x}}
    d = nest["w"]
    if c:
        d += lax.associative_scan(jnp.add, d)
    reveal_type(d)
    d = {"w": x.astype(jnp.bfloat16), "l": {"w": x}}["w"]
    reveal_type(d)
    several = {"w": jnp.ones(3, jnp.bfloat16), "l": {"w": x}}
    d = several["w"]
    reveal_type(d)
    pair = [x, [i]]
    reveal_type(pair[0] + 1)
    y = jax.jit(lambda t: t)(u)
    y = y * (2 if c else 0.5)
    a = x.astype(jnp.int8)
    untyped = {"w": i.astype(jnp.uint32), "l": {"w": y[jnp.array([0, 1, 2])]}}
    a = untyped["w"]
    reveal_type(a)
    optional = [x, None]
    reveal_type(optional)


def added(u, c: bool) -> None:
    reveal_type([jnp.isfinite(u)] + [jnp.prod(u)])
    reveal_type([x] + [i])
    flags = [jnp.isfinite(u)] + [u * 2]
    reveal_type(flags)
    xs = tuple(x for _ in range(2))
    reveal_type(xs + tuple([u]))
    reveal_type(xs + (u,))
    reveal_type(collections.deque([x]) + collections.deque([u]))
    reveal_type({"a": x} | {"b": u})
    named = {"a": x}
    reveal_type(named | {"b": u})
    named = named | {"b": u}
    reveal_type(named)
    xs2 = [x]
    xs2 = xs2 + [u]
    reveal_type(xs2)


def main() -> None:
    mixed(True, x)
    added(i, True)
    added(x.astype(jnp.float16), True)
