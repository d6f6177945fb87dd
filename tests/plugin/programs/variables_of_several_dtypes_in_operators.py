"""Operators on variables that hold one of several dtypes by the flow of the program: one of them is accepted."""

import jax
import jax.numpy as jnp

f = jnp.ones(3)
i = jnp.arange(3)


def loops() -> None:
    a = f
    for _ in (1, 2):
        a = i
    reveal_type(a | i)
    reveal_type(i | a)
    reveal_type(~a)
    a |= a
    reveal_type(a)


def numbers(q: jax.Array, k: float = 1) -> None:
    reveal_type(k ^ i)
    reveal_type(i ^ k)
    reveal_type(k * i)
    reveal_type(k // q)
    h = jnp.ones(3, jnp.int8)
    reveal_type(k // h)


def captured(x: jax.Array, y: jax.Array) -> None:
    e, d = jnp.divmod(jnp.array([f, f, f]), x)
    c, a = jax.value_and_grad(lambda t: (t * 2).sum())(y + f)
    match (sum(t * 2 for t in {"a": e, "b": e}.values()), e):
        case (a, _):
            reveal_type(a)
    g = jax.jit(lambda t: t)(x)
    for (t, g), v in [((x, sum((t * 2) for t in [d, x])), x)]:
        reveal_type(g)
        reveal_type(t)
    h = jax.jit(lambda t: t)(x)
    for h in [sum((t * 2) for t in [d, x])]:
        reveal_type(h)
    *rest, h = [-i, sum(t for t in [d, x])]
    reveal_type(h)


def main() -> None:
    loops()
    numbers(i)
    captured(f, f)
