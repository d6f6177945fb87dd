"""Operators on variables that hold one of several dtypes by the flow of the program: each dtype is accepted."""

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


def unpacked(c: bool) -> None:
    flags = f > 0
    b, a = [flags, (flags if c else i)][::-1]
    reveal_type(a)
    a += 1.5
    reveal_type(a)
    xs = [flags, (flags if c else i)]
    h, *r = xs
    h /= 2.5
    reveal_type(h)
    for g in xs:
        g /= 2.5
        reveal_type(g)


def main() -> None:
    unpacked(True)
    loops()
    numbers(i)
    captured(f, f)
