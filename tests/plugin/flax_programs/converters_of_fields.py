"""Fields with a converter, which decides what a class accepts, of equinox and attrs."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, Generic, Optional, TypeVar

import attr
import attrs
import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import ArrayLike, Float, Float32
from jaxtyping import Array as JaxArray

from jaxtyping_promo import Array, float32, floating, int32

F = TypeVar("F", bound=floating)


def as_float(x: ArrayLike) -> Array[float32]:
    return jnp.asarray(x, jnp.float32)


def float_field(**options: Any) -> Any:
    return eqx.field(converter=as_float, **options)


partial_field = functools.partial(eqx.field, converter=as_float)


class Annotated(eqx.Module):
    x: Float[JaxArray, "3"] = eqx.field(converter=as_float)


class Declared(eqx.Module):
    x: Array[float32] = eqx.field(converter=as_float)


class WithLambda(eqx.Module):
    x: Array[float32] = eqx.field(converter=lambda v: jnp.asarray(v, jnp.float32))


class Open(eqx.Module):
    x: jax.Array = eqx.field(converter=as_float)


class WithDefault(eqx.Module):
    x: Float[JaxArray, "3"] = eqx.field(default=2, converter=as_float)


class WithFactory(eqx.Module):
    x: Float32[JaxArray, "3"] = eqx.field(default_factory=lambda: jnp.arange(3), converter=as_float)


class Optionally(eqx.Module):
    x: Optional[Float[JaxArray, "3"]] = eqx.field(converter=lambda v: None if v is None else as_float(v), default=None)


class WithStatic(eqx.Module):
    n: int = eqx.field(static=True)
    x: Float[JaxArray, "3"] = eqx.field(converter=as_float)


class OfOtherShape(eqx.Module):
    x: Float32[JaxArray, "3"] = eqx.field(converter=lambda v: jnp.zeros(3))


class OfList(eqx.Module):
    xs: list[Array[float32]] = eqx.field(converter=lambda vs: [as_float(v) for v in vs])


class KeywordOnly(eqx.Module):
    x: Array[float32] = eqx.field(converter=as_float, kw_only=True)


class Own(eqx.Module):
    x: Array[float32] = float_field()


class OwnOpen(eqx.Module):
    x: jax.Array = float_field()


class Partial(eqx.Module):
    x: Array[float32] = partial_field()


class PartialOpen(eqx.Module):
    x: jax.Array = partial_field()


class Initialized(eqx.Module):
    x: Float32[JaxArray, "3"] = eqx.field(converter=as_float)
    y: jax.Array = eqx.field(converter=as_float)

    def __init__(self, n: int) -> None:
        self.x = jnp.arange(n)
        self.y = jnp.arange(n)


class Child(Declared):
    y: Array[float32] = eqx.field(converter=as_float, default=0)

    @classmethod
    def make(cls, n: Array[int32]) -> "Child":
        return cls(n, y=n)


class Generically(eqx.Module, Generic[F]):
    x: Array[F] = eqx.field(converter=lambda v: v * 1)


ints, rows = jnp.arange(3), jnp.ones((2, 3), jnp.int32)
half = jnp.ones(3, jnp.bfloat16)
reveal_type(Annotated(ints).x)
reveal_type(Declared(ints).x)
reveal_type(WithLambda(ints).x)
reveal_type(Open(ints).x)
model = Open(ints)
reveal_type(model.x)
reveal_type(model.x * 2)
reveal_type(WithDefault().x)
reveal_type(WithDefault(ints).x)
reveal_type(WithFactory().x)
reveal_type(Optionally(ints).x)
reveal_type(WithStatic(3, ints).x)
reveal_type(WithStatic(n=3, x=ints).x)
reveal_type(OfOtherShape(jnp.zeros(4)).x)
reveal_type(OfList([ints]).xs[0])
reveal_type(KeywordOnly(x=ints).x)
reveal_type(Own(ints).x)
reveal_type(OwnOpen(ints).x)
reveal_type(Partial(ints).x)
reveal_type(PartialOpen(ints).x)
reveal_type(Initialized(3).x)
reveal_type(Initialized(3).y)
initialized = Initialized(3)
reveal_type(initialized.y)
reveal_type(Child(ints).x)
reveal_type(Child(ints, ints).y)
reveal_type(Child.make(ints).y)
generically = Generically(half)
reveal_type(generically.x)
reveal_type(dataclasses.replace(Declared(ints), x=ints).x)
reveal_type(dataclasses.replace(Child(ints), x=ints, y=ints).y)
reveal_type(jax.vmap(Declared)(rows).x)
reveal_type(jax.jit(Declared)(ints).x)
reveal_type(eqx.filter_vmap(Declared)(rows).x)
reveal_type(list(map(Declared, [ints]))[0].x)
reveal_type(functools.partial(Declared, x=ints)().x)


def made_by(make: Callable[[Array[int32]], Declared]) -> Array[float32]:
    return make(ints).x


reveal_type(made_by(Declared))
reveal_type(jax.jit(lambda v: Open(v).x)(ints))


@attrs.define
class Defined:
    x: Array[float32] = attrs.field(converter=as_float)


@attrs.frozen
class Frozen:
    x: Float[JaxArray, "3"] = attrs.field(converter=as_float)


@attr.s(auto_attribs=True)
class Old:
    x: Array[float32] = attr.ib(converter=as_float)


@attrs.define
class DefinedOpen:
    x: jax.Array = attrs.field(converter=as_float)


@attrs.define(init=False)
class DefinedWithInitializer:
    x: Array[float32] = attrs.field(converter=as_float)

    def __init__(self, n: Array[int32]) -> None:
        self.x = n


reveal_type(Defined(ints).x)
reveal_type(Frozen(ints).x)
reveal_type(Old(ints).x)
reveal_type(DefinedOpen(ints).x)
reveal_type(DefinedWithInitializer(ints).x)
defined = Defined(ints)
defined.x = ints
reveal_type(defined.x)
defined_open = DefinedOpen(ints)
defined_open.x = ints
reveal_type(defined_open.x)
reveal_type(attrs.evolve(defined, x=ints).x)
