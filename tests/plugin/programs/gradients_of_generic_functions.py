"""Derivatives of functions with a type variable: each call decides the dtype, as in JAX."""

import functools
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, overload

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32, floating, inexact

F = TypeVar("F", bound=floating)
G = TypeVar("G", bound=floating)
I = TypeVar("I", bound=inexact)
C = TypeVar("C", bfloat16, float32)
S = TypeVar("S", bound=Array)


def loss(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


def of_inexact(t: Array[I]) -> Array[I]:
    return (t * 2).sum()


def constrained(t: Array[C]) -> Array[C]:
    return (t * 2).sum()


def to_float32(t: Array[F]) -> Array[float32]:
    return (t * 2).sum().astype(jnp.float32)


def of_two(t: Array[F], u: Array[F]) -> Array[F]:
    return (t * u).sum()


def of_two_dtypes(t: Array[F], u: Array[G]) -> Array[F]:
    return (t * u.astype(t.dtype)).sum()


def with_options(t: Array[F], scale: float = 2.0, *, offset: float = 0.0) -> Array[F]:
    return (t * scale + offset).sum()


def of_several(t: Array[F], *others: Array[F]) -> Array[F]:
    return sum([(other * t).sum() for other in others], start=t.sum())


def with_aux(t: Array[F]) -> tuple[Array[F], dict[str, Array[F]]]:
    return (t * 2).sum(), {"t": t}


def of_dict(t: dict[str, Array[F]]) -> Array[F]:
    return (t["a"] * 2).sum()


def of_list(t: list[Array[F]]) -> Array[F]:
    return (t[0] * 2).sum()


def of_tuple(t: tuple[Array[F], Array[G]]) -> Array[F]:
    return (t[0] * t[1].astype(t[0].dtype)).sum()


class Point(NamedTuple, Generic[F]):
    w: Array[F]
    b: Array[F]


def of_named_tuple(t: Point[F]) -> Array[F]:
    return (t.w * t.b).sum()


def widened(t: S) -> S:
    """A function whose signature is wrong."""
    made: Any = t
    return (made * jnp.float32(1)).sum()


@overload
def overloaded(t: Array[F]) -> Array[F]: ...
@overload
def overloaded(t: float) -> float: ...
def overloaded(t: Any) -> Any:
    return jnp.sum(t * 2)


@jax.jit
def compiled(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


@jax.checkpoint
def checkpointed(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


@jax.grad
def gradient_of(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


@jax.jit
@jax.value_and_grad
def both_of(t: Array[F]) -> Array[F]:
    return (t * 2).sum()


@functools.partial(jax.value_and_grad, has_aux=True)
def both_with_aux(t: Array[F]) -> tuple[Array[F], Array[F]]:
    return (t * 2).sum(), t


class Model(Generic[F]):
    def __init__(self, w: Array[F]) -> None:
        self.w = w

    def loss(self, t: Array[F]) -> Array[F]:
        return (self.w * t).sum()

    def of_any(self, t: Array[G]) -> Array[G]:
        return (t * 2).sum()

    @staticmethod
    def static(t: Array[G]) -> Array[G]:
        return (t * 2).sum()

    def __call__(self, t: Array[F]) -> Array[F]:
        return (self.w * t).sum()

    def step(self, t: Array[F]) -> Array[F]:
        value, gradient = jax.value_and_grad(self.loss)(t)
        return t - 0.1 * gradient - jax.grad(lambda w: (w * t).sum())(self.w)

    def step_of_tree(self, t: dict[str, Array[F]]) -> dict[str, Array[F]]:
        gradient = jax.grad(lambda d: self.loss(d["a"]))(t)
        return jax.tree.map(lambda a, b: a - 0.1 * b, t, gradient)


class Loss:
    def __call__(self, t: Array[F]) -> Array[F]:
        return (t * 2).sum()


half, single = jnp.ones(3, jnp.bfloat16), jnp.ones(3)
scalar = jnp.asarray(1.0)
weak = jnp.broadcast_to(scalar, (3,))
model: Model[bfloat16] = Model(half)

reveal_type(jax.grad(loss)(half))
reveal_type(jax.grad(loss)(single))
reveal_type(jax.grad(loss)(weak))
reveal_type(jax.value_and_grad(loss)(half))
reveal_type(jax.value_and_grad(loss)(weak))
reveal_type(jax.jit(jax.grad(loss))(half))
reveal_type(jax.grad(jax.jit(loss))(half))
reveal_type(jax.vmap(jax.grad(loss))(half))
reveal_type(jax.jit(jax.value_and_grad(loss))(half))
reveal_type(jax.vmap(jax.value_and_grad(loss))(half))
reveal_type(jax.grad(jax.checkpoint(loss))(half))
reveal_type(jax.jacrev(loss)(half))
reveal_type(jax.jacobian(loss)(half))
reveal_type(jax.jacfwd(loss)(half))
reveal_type(jax.hessian(loss)(half))
reveal_type(jax.jacfwd(jax.jacrev(loss))(half))
reveal_type(jax.jvp(loss, (half,), (half,)))
reveal_type(jax.vjp(loss, half)[0])
reveal_type(jax.vjp(loss, half)[1](half.sum()))
reveal_type(jax.linearize(loss, half)[1](half))
reveal_type(jax.grad(lambda z: jax.grad(loss)(z).sum())(half))
reveal_type(jax.grad(loss, argnums=0)(half))
reveal_type(jax.grad(loss, argnums=(0,))(half))
reveal_type(jax.grad(loss, holomorphic=False)(half))

reveal_type(jax.grad(of_inexact)(half))
reveal_type(jax.grad(constrained)(half))
reveal_type(jax.value_and_grad(constrained)(single))
reveal_type(jax.grad(to_float32)(half))
reveal_type(jax.value_and_grad(to_float32)(half))
reveal_type(jax.jacfwd(to_float32)(half))
reveal_type(jax.jacrev(to_float32)(half))
reveal_type(jax.grad(of_two)(half, half))
reveal_type(jax.grad(of_two, argnums=1)(half, half))
reveal_type(jax.grad(of_two, argnums=(0, 1))(half, half))
reveal_type(jax.value_and_grad(of_two)(half, half))
reveal_type(jax.vmap(jax.grad(of_two), in_axes=(0, None))(half, half.sum()))
reveal_type(jax.grad(of_two_dtypes)(half, single))
reveal_type(jax.grad(of_two_dtypes, argnums=1)(half, single))
reveal_type(jax.value_and_grad(of_two_dtypes)(single, half))
reveal_type(jax.grad(with_options)(half, 3.0))
reveal_type(jax.grad(with_options)(half, scale=3.0, offset=1.0))
reveal_type(jax.grad(of_several)(half, half, half))
reveal_type(jax.grad(with_aux, has_aux=True)(half))
reveal_type(jax.value_and_grad(with_aux, has_aux=True)(half))
reveal_type(jax.jit(jax.value_and_grad(with_aux, has_aux=True))(half))
reveal_type(jax.vmap(jax.grad(with_aux, has_aux=True))(half))
reveal_type(jax.grad(of_dict)({"a": half}))
reveal_type(jax.grad(of_dict, argnums=0)({"a": half}))
reveal_type(jax.jit(jax.value_and_grad(of_dict))({"a": half}))
reveal_type(jax.grad(of_list)([half]))
reveal_type(jax.value_and_grad(of_tuple)((half, single)))
reveal_type(jax.vmap(jax.grad(of_tuple))((half, single)))
reveal_type(jax.grad(of_named_tuple)(Point(half, half)))
reveal_type(jax.grad(overloaded)(half))
reveal_type(jax.jit(jax.grad(overloaded))(half))
reveal_type(jax.grad(overloaded)(1.0))

reveal_type(jax.grad(compiled)(half))
reveal_type(jax.value_and_grad(compiled)(half))
reveal_type(jax.vmap(jax.grad(checkpointed))(half))
reveal_type(jax.hessian(checkpointed)(half))
reveal_type(gradient_of(half))
reveal_type(both_of(half))
reveal_type(both_with_aux(half))
reveal_type(jax.grad(model.loss)(half))
reveal_type(jax.grad(model.of_any)(single))
reveal_type(jax.value_and_grad(Model.static)(half))
reveal_type(jax.grad(Model.loss, argnums=1)(model, half))
reveal_type(jax.grad(model)(half))
reveal_type(jax.grad(Loss())(half))
reveal_type(jax.jit(jax.grad(Loss()))(half))
reveal_type(model.step(half))
reveal_type(model.step_of_tree({"a": half}))
reveal_type(jax.jit(model.step)(half))

gradient = jax.grad(loss)
reveal_type(gradient(half))
reveal_type(gradient(single))
both = jax.jit(jax.value_and_grad(of_dict))
reveal_type(both({"a": half}))
value, part = jax.value_and_grad(loss)(half)
reveal_type(value)
reveal_type(part)
value, part = jax.value_and_grad(loss)(single)
reveal_type(part)
functions = {"a": jax.value_and_grad(loss)}
reveal_type(functions["a"](half))

# The values of a function with a wrong signature are unknown, but its gradients are not.
reveal_type(jax.value_and_grad(widened)(half))
reveal_type(jax.value_and_grad(jax.jit(widened))(half))
reveal_type(jax.jit(jax.value_and_grad(jax.jit(widened)))(half))
reveal_type(jax.jacfwd(jax.jit(widened))(half))
reveal_type(jax.jvp(jax.jit(widened), (half,), (half,)))
reveal_type(jax.vjp(widened, half)[0])
reveal_type(jax.grad(widened)(weak))


def applied(function: Callable[[Array[bfloat16]], Array[bfloat16]]) -> Array[bfloat16]:
    return function(half)


reveal_type(applied(jax.grad(loss)))
reveal_type(list(map(jax.grad(loss), [half])))
reveal_type([jax.grad(loss)(each) for each in [half, half]])
reveal_type(jax.tree.map(jax.grad(loss), {"a": half}))
reveal_type(jax.lax.cond(True, jax.grad(loss), lambda z: z, half))
reveal_type(jax.lax.switch(0, [jax.grad(loss), jax.jit(jax.grad(loss))], half))
reveal_type(jax.lax.scan(lambda c, z: (c + jax.grad(loss)(c), None), half, half)[0])
reveal_type(jax.lax.map(jax.grad(loss), half))
