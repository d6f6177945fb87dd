"""Patterns in loops that are followed turn by turn capture the values of each turn."""

from __future__ import annotations

import jax
import jax.numpy as jnp

def captured_in_tuple(x):
    for d in ((1 == x), (x % x)):
        match (d, x):
            case (a, _):
                reveal_type(a)
        reveal_type(d)
    return a

def captured_whole(x):
    for d in ((1 == x), (x % x)):
        match d:
            case a:
                pass
    return a

def unpacked(x: jax.Array):
    for d in ((1 == x), (x % x)):
        a, _ = (d, x)
    return a

def captured_again(x: jax.Array):
    for d in ((1 == x), (x % x)):
        match (d, x):
            case (a, _):
                pass
    return a

def captured_twice(x: jax.Array):
    match (1 == x, x):
        case (a, _):
            pass
    match (x % x, x):
        case (a, _):
            pass
    return a

reveal_type(captured_in_tuple(jnp.arange(3)))
reveal_type(captured_whole(jnp.arange(3)))
reveal_type(unpacked(jnp.arange(3)))
reveal_type(captured_again(jnp.arange(3)))
reveal_type(captured_twice(jnp.arange(3)))

def captured_in_dict(x: jax.Array):
    while x.ndim > 3:
        match {"a": x > 0, "b": x}:
            case {"a": a, **rest}:
                x = a
    for d in [[1 == x], [x, x]]:
        match d:
            case [b]:
                pass
            case [b, *c]:
                pass
    return b, c

for d in ((jnp.ones(3) > 1), jnp.ones(3)):
    match (d, 2):
        case (a, _):
            reveal_type(a)
reveal_type(a)
reveal_type(captured_in_dict(jnp.arange(3)))
