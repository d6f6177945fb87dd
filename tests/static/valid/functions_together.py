"""Valid code in which no checker has an error: functions with different signatures in a list or dictionary."""

from typing import Any

import jax
import jax.numpy as jnp


def scaled(x: jax.Array, factor: int) -> jax.Array:
    return x * factor


def named(x: jax.Array, name: str) -> jax.Array:
    return x + len(name)


def doubled(x: jax.Array) -> jax.Array:
    return x * 2


def program(x: jax.Array, name: str, *rest: Any) -> None:
    compiled = {"scaled": jax.jit(scaled), "named": jax.jit(named)}
    compiled[name](x, *rest)
    print(compiled[name].lower(x, *rest))
    jit_of = [jax.jit(scaled), jax.jit(doubled)]
    jit_of[0](x, *rest)
    with_rules = [jax.custom_jvp(scaled), jax.custom_jvp(doubled)]
    for one in with_rules:
        one.defjvp(lambda primals, tangents: (primals[0], tangents[0]))
    with_rules[0](x, *rest)
    with_other_rules = {"named": jax.custom_vjp(named), "scaled": jax.custom_vjp(scaled)}
    for other in with_other_rules.values():
        other.defvjp(lambda x, *rest: (x, None), lambda _, cotangent: (cotangent, None))
    with_other_rules[name](x, *rest)
    activations = {"relu": jax.nn.relu, "softmax": jax.nn.softmax, "tanh": jnp.tanh, "gelu": jax.nn.gelu}
    for activation in [jax.nn.relu, jnp.tanh]:
        activation(x)
    activations["tanh"](x)


program(jnp.ones(3), "scaled", 2)
