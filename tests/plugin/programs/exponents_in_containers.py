"""Exponents without dimensions that come out of a container, an attribute, or a function of the program."""

import dataclasses

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, int8, uint8

ONE = jnp.asarray(1, jnp.int8)


class Setting:
    power = jnp.asarray(2, jnp.int8)
    powers = jnp.arange(3, dtype=jnp.int8)


@dataclasses.dataclass
class Options:
    power: Array[int8]


def make() -> Array[int8]:
    return ONE


def f(x: Array[bool_], u: Array[uint8], o: Options) -> None:
    nested = {"l": {"w": x, "b": ONE}}
    n = nested["l"]["b"]
    reveal_type(x**n)
    reveal_type(u ** {"a": ONE}["a"])
    reveal_type(2**Setting.power)
    base = 1 if x.ndim else 0.5
    reveal_type(base ** Setting().power)
    reveal_type(2**o.power)
    reveal_type(2 ** make())
    reveal_type(u ** [ONE][0])
    for power in [ONE, ONE]:
        reveal_type(u**power)
    for power in {"a": ONE}.values():
        reveal_type(u**power)
    reveal_type(2 ** jnp.dot(Setting.powers, Setting.powers))
    reveal_type(2 ** jnp.squeeze(Setting.powers[:1]))
    reveal_type(2 ** jnp.sum(Setting.powers, axis=0))
    reveal_type(u ** jnp.max(Setting.powers))
    reveal_type(u ** jnp.amin(Setting.powers, 0))
    reveal_type(2 ** jnp.reshape(Setting.powers[:1], ()))
    reveal_type(2 ** Setting.powers[ONE])
    reveal_type(2 ** jax.random.randint(jax.random.key(0), (), 0, 3))
    reveal_type(u ** jnp.full((), ONE))
    reveal_type(2 ** jnp.cumsum(ONE))


def with_dimensions(u: Array[uint8]) -> None:
    powers = jnp.arange(3, dtype=jnp.int8)
    reveal_type(u**Setting.powers)
    reveal_type(u ** powers[:3])
    reveal_type(u ** powers[None, :])
    reveal_type(u ** powers[powers])
    reveal_type(u ** jnp.stack([ONE, ONE, ONE]))
    reveal_type(2 ** jnp.cumsum(powers))
    reveal_type(2 ** powers.reshape(-1))
    reveal_type(2 ** jnp.reshape(powers, (3,)))
    reveal_type(2 ** powers.nonzero(size=3)[0])
    reveal_type(2 ** powers.astype(jnp.int16))
    reveal_type(2 ** jax.random.randint(jax.random.key(0), (3,), 0, 3))
    reveal_type(2 ** jnp.array([1, 2, 3]))
    reveal_type(2 ** jnp.full((3,), ONE))
    reveal_type(2 ** jnp.ones(3, jnp.int8))
    a, b = jnp.meshgrid(powers, powers)
    reveal_type(2**a)


def main() -> None:
    f(jnp.ones(3, jnp.bool_), jnp.ones(3, jnp.uint8), Options(ONE))
    with_dimensions(jnp.ones(3, jnp.uint8))
