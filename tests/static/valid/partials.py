"""Valid code in which no checker has an error: partials of overloaded functions, and reductions of dtypes."""

import functools

import jax
import jax.numpy as jnp


def partials(x: jax.Array, axes: tuple[int, ...]) -> None:
    total = functools.partial(jnp.sum, axis=axes)
    total(x)
    print(jax.eval_shape(total, x).shape)
    print(jax.eval_shape(functools.partial(jnp.sum, axis=axes), x).shape)
    print(jax.eval_shape(functools.partial(jnp.einsum, "i,i->"), x, x).shape)
    print(jax.eval_shape(functools.partial(jnp.zeros_like, dtype=jnp.int8), x).dtype)
    jax.jit(functools.partial(jnp.sum, axis=axes))(x)
    jax.vmap(functools.partial(jnp.add, 1))(x)
    jax.vmap(functools.partial(jnp.where, x > 0), in_axes=(0, None))(jnp.stack([x, x]), x)
    jax.grad(functools.partial(jnp.sum, axis=axes))(x)
    jax.value_and_grad(functools.partial(jnp.sum, axis=axes))(x)
    jax.checkpoint(functools.partial(jnp.sum, axis=axes))(x)
    jax.jacfwd(functools.partial(jnp.sum, axis=axes))(x)
    jax.hessian(functools.partial(jnp.sum, axis=axes))(x)
    jax.vjp(functools.partial(jnp.sum, axis=axes), x)
    jax.jvp(functools.partial(jnp.sum, axis=axes), (x,), (x,))
    jax.linearize(functools.partial(jnp.sum, axis=axes), x)
    jax.make_jaxpr(functools.partial(jnp.sum, axis=axes))(x)
    jax.tree.map(functools.partial(jnp.sum, axis=axes), [x])
    jax.tree.map(functools.partial(jnp.concatenate, axis=0), [(x, x)], is_leaf=lambda leaf: isinstance(leaf, tuple))
    jax.lax.map(functools.partial(jnp.add, 1), x)
    jax.lax.cond(x[0] > 0, functools.partial(jnp.sum, axis=axes), functools.partial(jnp.mean, axis=axes), x)
    jax.lax.switch(0, [functools.partial(jnp.sum, axis=axes), jnp.sum], x)
    jax.lax.fori_loop(0, 3, functools.partial(jnp.multiply), x)
    jax.lax.associative_scan(functools.partial(jnp.add), x)
    list(map(functools.partial(jnp.sum, axis=axes), [x]))


def dtypes(leaves: list[jax.Array]) -> None:
    common = functools.reduce(jnp.promote_types, [leaf.dtype for leaf in leaves])
    print(leaves[0].astype(common), jnp.promote_types("int8", common), jnp.promote_types(jnp.int8, leaves[0].dtype))


partials(jnp.ones(3), (0,))
dtypes([jnp.ones(3), jnp.arange(3)])
