"""Loops whose state changes its dtype: bodies without annotations, named tuples, constants beside the state."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

half = jnp.ones(2, jnp.bfloat16)


class Momentum(NamedTuple):
    weight: jax.Array
    velocity: jax.Array

    def kicked(self):
        return lax.sub(self.weight, jnp.ones(2))  # E: dtype-promotion


def counted(count, _):
    return count + 0.5, None


def scaled(value, factor):
    return value * factor, 0  # N: dtype-upcast


def pushed(state, force):
    return Momentum(state.weight - state.velocity * force, state.velocity), force  # N: dtype-upcast


def descend(runner, gradient):
    weights, moments = runner
    moments = 0.9 * moments + gradient
    return (weights - moments, moments), None  # N: dtype-upcast


def rollout(key):
    def step(runner, _):
        state, total = runner
        return (state, total + 1.0), None

    return lax.scan(step, (key, jnp.int32(0)), None, 4)  # E: dtype-carry


lax.scan(counted, jnp.int32(0), jnp.arange(3))  # E: dtype-carry
lax.scan(scaled, half, jnp.ones((3, 2)))  # E: dtype-carry
lax.scan(pushed, Momentum(half, half), jnp.ones((3, 2)))  # E: dtype-carry
lax.scan(descend, (half, jnp.zeros(2)), jnp.ones((3, 2), jnp.bfloat16))  # E: dtype-carry
lax.fori_loop(0, 2, lambda i, done: done * 1, True)  # E: dtype-carry
lax.while_loop(lambda s: s[1] < 3, lambda s: {"w": s[0]}, (half, 0))  # E: dtype-carry
lax.associative_scan(lambda a, b: a / b, jnp.arange(4))  # E: dtype-carry
lax.fori_loop(0, 2, lambda i, t: (t[0] / 2, t[1] + t[0]), (1, 0))  # E: dtype-carry
lax.while_loop(lambda c: c, lambda c: c - 1, 3)  # E: dtype-unsupported
lax.fori_loop(jnp.int8(0), jnp.int16(3), lambda i, c: c, 0)  # E: dtype-promotion
rollout(jax.random.key(0))
Momentum(half, half).kicked()
lax.scan(lambda c, x: (c + x, None), 0, jnp.ones(3))
lax.fori_loop(0, 3, lambda i, c: c + 0.5, 1)
lax.scan(lambda s, g: (Momentum(s.weight - g, s.velocity), None), Momentum(half, half), jnp.ones((3, 2), jnp.bfloat16))
lax.fori_loop(0, jnp.int16(3), lambda i, c: c, 0)
lax.while_loop(lambda c: c > 0, lambda c: c - 1, 3)
