"""Transformations of functions: the returned function has the parameters and the result of the original."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar, assert_type

import jax
import jax.numpy as jnp
from jax import lax
from jax.ad_checkpoint import checkpoint_name

from jaxtyping_promo import Array, bool_, float16, float32, generic, int8, int32, weak_float

D = TypeVar("D", bound=generic)
T = TypeVar("T")


class Params(NamedTuple):
    w: Array[float32]
    b: Array[float16]


def half(x: Array[int8], n: int = 3, *, negative: bool = False) -> Array[float16]:
    return x.astype(float16) * (-n if negative else n)


def loss(w: Array[float32], x: Array[float16]) -> Array[float32]:
    return jnp.sum(w * w) + x.sum().astype(float32)


def loss_and_count(w: Array[float16], x: Array[float32]) -> tuple[Array[float32], Array[int32]]:
    return jnp.sum(w.astype(float32) * x), x.astype(int32)


def tree_loss(params: dict[str, Array[float16]], x: Array[float32]) -> Array[float32]:
    return jnp.sum(params["w"].astype(float32) * x)


def named_loss(params: Params) -> Array[float32]:
    return jnp.sum(params.w * params.w) + params.b.sum().astype(float32)


def square(x: Array[float16]) -> Array[float32]:
    return x.astype(float32) ** 2


@jax.jit
def bare(x: Array[int8], n: int = 3) -> Array[float16]:
    return half(x, 3)


@jax.jit
def generic_one(x: Array[D], n: int = 1) -> Array[D]:
    return x


@jax.jit
def anything(x: T) -> T:
    return x


@jax.jit(static_argnums=1)
def with_arguments(x: Array[int8], n: int = 3) -> Array[float16]:
    return half(x, n)


@partial(jax.jit, static_argnames=("n",))
def by_partial(x: Array[int8], n: int = 3) -> Array[float16]:
    return half(x, n)


@jax.jit
def pair(x: Array[int8]) -> tuple[Array[int8], Array[float16]]:
    return x, half(x)


@jax.jit
def untyped(x, n):
    return x


class Model:
    @jax.jit
    def __call__(self, x: Array[int8]) -> Array[float16]:
        return half(x)

    @jax.jit
    def method(self, x: Array[int8]) -> Array[float16]:
        return half(x)

    @partial(jax.jit, static_argnums=(0, 2))
    def partial_method(self, x: Array[int8], n: int) -> Array[float16]:
        return half(x, n)

    @staticmethod
    @jax.jit
    def static(x: Array[int8]) -> Array[float16]:
        return half(x)

    @staticmethod
    @jax.jit
    def untyped_static(x, n):
        return x

    @classmethod
    @partial(jax.jit, static_argnums=0)
    def by_class(cls, x: Array[int8]) -> Array[float16]:
        return half(x)

    def plain(self, x: Array[int8]) -> Array[float16]:
        return half(x)


jax.tree_util.register_pytree_node(Model, lambda m: ((), None), lambda _, children: Model())


def jitted(x: Array[int8], h: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    assert_type(bare(x), Array[float16])
    assert_type(bare(x, n=2), Array[float16])
    assert_type(generic_one(x), Array[int8])
    assert_type(generic_one(h, 2), Array[float16])
    assert_type(anything(h), Array[float16])
    assert_type(with_arguments(x, 2), Array[float16])
    assert_type(pair(x), tuple[Array[int8], Array[float16]])
    assert_type(jax.jit(half)(x), Array[float16])
    assert_type(jax.jit(jax.jit(half))(x), Array[float16])
    assert_type(jax.jit(half, static_argnames="negative")(x, negative=True), Array[float16])
    assert_type(jax.jit(partial(half, n=2))(x), Array[float16])
    assert_type(jax.jit(Model().plain)(x), Array[float16])
    assert_type(jax.jit(jnp.sin)(h) is None, bool)
    assert_type(list(map(jax.jit(square), [h])), list[Array[float32]])
    bare.lower(x).compile()
    bare.trace(x).jaxpr
    bare.clear_cache()
    bare.eval_shape(x)
    untyped(x, 2)
    jax.jit(lambda a: a["x"] + 1)({"x": x})
    step = jax.jit(half) if x.ndim else half
    step(x)


def static_methods(x: Array[int8]) -> None:
    model = Model()
    assert_type(model(x), Array[float16])
    assert_type(model.method(x), Array[float16])
    assert_type(Model.method(model, x), Array[float16])
    assert_type(model.static(x), Array[float16])
    assert_type(Model.static(x), Array[float16])
    model.partial_method(x, 3)
    by_partial(x, n=2)
    Model.by_class(x)
    model.by_class(x)
    model.untyped_static(x, 2)
    Model.untyped_static(x, 2)
    model.method.lower(model, x)


def mapped(x: Array[int8], h: Array[float16], f: Array[float32]) -> None:
    assert_type(jax.vmap(half)(x), Array[float16])
    assert_type(jax.vmap(half, in_axes=(0, None))(x, 2), Array[float16])
    assert_type(jax.vmap(jax.grad(loss), in_axes=(0, None))(f, h), Array[float32])
    assert_type(jax.jit(jax.vmap(square))(h), Array[float32])
    assert_type(jax.pmap(square)(h[:1]), Array[float32])
    assert_type(jax.checkpoint(square)(h), Array[float32])
    assert_type(jax.remat(square)(h), Array[float32])
    assert_type(jax.checkpoint(square, prevent_cse=False)(h), Array[float32])
    assert_type(jax.named_call(square, name="square")(h), Array[float32])
    assert_type(jax.vmap(lambda a: a)(h) is None, bool)


def gradients(h: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    assert_type(jax.grad(loss)(f, h), Array[float32])
    assert_type(jax.grad(loss)(f, x=h), Array[float32])
    assert_type(jax.grad(tree_loss)({"w": h}, f), dict[str, Array[float16]])
    assert_type(jax.grad(named_loss)(Params(f, h)), Params)
    assert_type(jax.grad(loss_and_count, has_aux=True)(h, f), tuple[Array[float16], Array[int32]])
    assert_type(jax.value_and_grad(loss)(f, h), tuple[Array[float32], Array[float32]])
    assert_type(jax.value_and_grad(tree_loss)({"w": h}, f), tuple[Array[float32], dict[str, Array[float16]]])
    assert_type(
        jax.value_and_grad(loss_and_count, has_aux=True)(h, f),
        tuple[tuple[Array[float32], Array[int32]], Array[float16]],
    )
    assert_type(jax.jit(jax.grad(loss))(f, h), Array[float32])
    assert_type(jax.grad(jax.jit(loss))(f, h), Array[float32])
    assert_type(jax.grad(jax.checkpoint(loss))(f, h), Array[float32])
    # Results of unknown type, without errors.
    jax.grad(loss, argnums=1)(f, h)
    jax.grad(loss, argnums=(0, 1))(f, h)[0]
    jax.grad(lambda p: jnp.sum(p["w"]))({"w": h})["w"]
    jax.grad(lambda a, b: jnp.sum(a * b), argnums=1)(f, h)
    jax.grad(lambda a: a * 2.0)(1.0).shape
    jax.grad(lambda p: tree_loss(p, f))({"w": h})
    jax.grad(lambda p: named_loss(p))(Params(f, h))
    jax.value_and_grad(lambda a: (jnp.sum(a), None), has_aux=True)(f)
    jax.value_and_grad(lambda p: tree_loss(p, f))({"w": h})
    has_aux = bool(h.ndim)
    jax.grad(loss_and_count if has_aux else loss, has_aux=has_aux)(h if has_aux else f, f if has_aux else h)


def jacobians(h: Array[float16], f: Array[float32]) -> None:
    assert_type(jax.jacfwd(square)(h), Array[float32])
    assert_type(jax.jacrev(square)(h), Array[float16])
    assert_type(jax.hessian(square)(h), Array[float16])
    assert_type(jax.jvp(square, (h,), (h,)), tuple[Array[float32], Array[float32]])
    assert_type(jax.linearize(square, h)[0], Array[float32])
    assert_type(jax.linearize(square, h)[1](h), Array[float32])
    assert_type(jax.vjp(square, h)[0], Array[float32])
    primal, pull_back = jax.vjp(square, h)
    pull_back(primal)[0].dtype
    jax.jacfwd(lambda a: {"a": a})(h)["a"]
    jax.hessian(lambda a: jnp.sum(a**3))(f)
    jax.jvp(lambda a: {"a": a}, (h,), (h,))[0]["a"]


@jax.custom_jvp
def stable(x: Array[float16], n: int) -> Array[float16]:
    return x * n


@stable.defjvp
def stable_jvp(primals: Any, tangents: Any) -> tuple[Array[float16], Array[float16]]:
    (x, n), (x_dot, _) = primals, tangents
    return stable(x, n), x_dot * n


@jax.custom_vjp
def clipped(x: Array[float16], y: Array[float32]) -> Array[float32]:
    return x * y


def clipped_fwd(x: Array[float16], y: Array[float32]) -> tuple[Array[float32], Any]:
    return clipped(x, y), (x, y)


def clipped_bwd(saved: Any, g: Array[float32]) -> tuple[Any, Any]:
    x, y = saved
    return (g * y).astype(float16), g * x


clipped.defvjp(clipped_fwd, clipped_bwd)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def scaled(x: Array[float16], n: int) -> Array[float16]:
    return x * n


scaled.defvjp(lambda x, n: (scaled(x, n), None), lambda n, saved, g: (g * n,))


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def scaled_forward(x: Array[float16], n: int) -> Array[float16]:
    return x * n


@scaled_forward.defjvp
def scaled_forward_jvp(n: int, primals: Any, tangents: Any) -> tuple[Any, Any]:
    return scaled_forward(primals[0], n), tangents[0] * n


def custom(h: Array[float16], f: Array[float32]) -> None:
    assert_type(stable(h, 2), Array[float16])
    assert_type(clipped(h, f), Array[float32])
    assert_type(jax.jit(clipped)(h, f), Array[float32])
    assert_type(jax.jit(stable)(h, n=2), Array[float16])
    scaled(h, 2)
    scaled_forward(h, 2)
    jax.grad(lambda a: jnp.sum(clipped(a, f)))(h)


def shapes(x: Array[int8], h: Array[float16]) -> None:
    assert_type(jax.eval_shape(square, h), jax.ShapeDtypeStruct)
    jax.eval_shape(lambda a: {"a": a}, h)["a"].shape
    jax.eval_shape(pair, x)[1].dtype
    assert_type(jax.block_until_ready(h), Array[float16])
    assert_type(jax.block_until_ready({"h": h}), dict[str, Array[float16]])
    assert_type(jax.device_put(h), Array[float16])
    assert_type(jax.device_put({"h": h}), dict[str, Array[float16]])
    jax.device_put(1.0).dtype
    jax.device_put({"n": 1, "h": [h]})["n"].dtype
    assert_type(lax.stop_gradient(h), Array[float16])


def shardings(h: Array[float16]) -> None:
    one = jax.NamedSharding(jax.make_mesh((1,), ("x",)), jax.P())
    assert_type(lax.with_sharding_constraint(h, one), Array[float16])
    assert_type(lax.with_sharding_constraint({"h": h}, one), dict[str, Array[float16]])
    assert_type(jax.reshard(h, one), Array[float16])
    assert_type(checkpoint_name(h, "h"), Array[float16])
    lax.with_sharding_constraint({"n": 1, "h": [h]}, one)["n"].dtype
    checkpoint_name({"n": h.dtype.type(1), "h": [h]}, name="both")["n"].dtype


def trees(x: Array[int8], h: Array[float16]) -> None:
    assert_type(jax.tree.map(square, h), Array[float32])
    assert_type(jax.tree.map(square, {"a": h}), dict[str, Array[float32]])
    assert_type(jax.tree_util.tree_map(square, [h, h]), list[Array[float32]])
    assert_type(jax.tree.leaves({"a": h}), list[Array[float16]])
    assert_type(jax.tree_util.tree_leaves([h, h]), list[Array[float16]])
    jax.tree.leaves({"a": [h], "b": None})[0].dtype
    jax.tree.reduce(lambda a, b: a + jnp.sum(b), {"a": h}, 0.0)
    jax.tree.reduce(lambda a, b: max(a, b.ndim), {"a": h}, 0) + 1
    jax.tree.map(square, {"a": {"b": h}})["a"]["b"].dtype
    jax.tree.map(lambda a: a + 1, {"a": x, "b": h})["b"]
    jax.tree.map(lambda a, b: a + b, {"a": x}, {"a": h})
    jax.tree.map(jnp.shape, Params(h.astype(float32), h)).w
    jax.tree.map(lambda a: None if a is None else a, [None, h], is_leaf=lambda a: a is None)
    jax.tree.map(jnp.add, (x, h), (h, x))[0].dtype


def takes(f: Callable[[Array[int8]], Array[float16]]) -> None: ...


def passed(x: Array[int8], b: Array[bool_]) -> None:
    takes(bare)
    takes(jax.jit(half))
    takes(jax.vmap(half))
    takes_one(jax.grad(loss_of_one))


def takes_one(f: Callable[[Array[float32]], Array[float32]]) -> None: ...


def loss_of_one(x: Array[float32]) -> Array[float32]:
    return x.sum()


def another_loss(v: Array[float32], y: Array[float16]) -> Array[float32]:
    return jnp.sum(v)


def unspecified(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.sum(x * y)


class Differentiable:
    @partial(jax.vmap, in_axes=(None, 0))
    def mapped(self, x: Array[int8]) -> Array[float16]:
        return half(x)



def one_of_several(x: Array[int8], f: Array[float32], h: Array[float16]) -> None:
    """A variable that holds one of two transformed functions."""
    if x.ndim:
        step = jax.jit(half)
        gradient = jax.grad(loss)
        everywhere = jax.pmap(half)
    else:
        step = jax.jit(Model().plain)
        gradient = jax.grad(another_loss)
        everywhere = jax.pmap(Model().plain)
    step(x)
    gradient(f, h)
    everywhere(x[:1])


def without_a_dtype(f: Array[float32]) -> None:
    jax.jit(unspecified)(f, f).dtype
    gradient, both = jax.grad(unspecified), jax.value_and_grad(unspecified)
    gradient(f, f).dtype
    both(f, f)[1].dtype
    jax.jit(unspecified).lower(f, f)


def overloaded(h: Array[float16], f: Array[float32]) -> None:
    """JAX's own functions, which have overloads in the stubs."""
    jax.jit(jnp.sin)(h).dtype
    jax.jit(jnp.sum, static_argnames="axis")(h, axis=0).dtype
    jax.jit(jnp.add)(h, f).dtype
    jax.vmap(jnp.dot)(f[None], f[None]).dtype
    jax.vmap(partial(jnp.mean, keepdims=True))(f[None]).dtype
    jax.grad(jnp.sum)(f).dtype
    jax.value_and_grad(jnp.sum)(f)[1].dtype
    jax.jacfwd(jnp.sin)(f).dtype
    jax.jvp(jnp.sin, (f,), (f,))[1].dtype
    jax.eval_shape(jnp.sin, f).dtype
    jax.tree.map(jnp.sin, {"f": f})["f"].dtype
    jax.checkpoint(jnp.sin)(f).dtype
    Differentiable().mapped(jnp.ones((1, 2), int8)).dtype
