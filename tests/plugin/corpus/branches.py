"""Branches and loops with arguments that are no functions, or functions with other parameters."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import *


def program(p: Array[bool_], f: Array[float16], n: np.ndarray, fs: list, u) -> None:
    reveal_type(lax.cond(p, lambda v: v.nope, lambda v: v, f))
    reveal_type(lax.cond(p, lambda *v: v[0], lambda **v: v, f))
    reveal_type(lax.cond(p, f, lambda v: v * 2, f, lambda v: v))
    reveal_type(lax.cond(p, lambda v: v, lambda v: v, *[f], **{}))
    reveal_type(lax.cond(p, lambda v: v, lambda v: v, operand=f))
    reveal_type(lax.cond(p, lambda v: v, lambda v, w: v, f, f, f))
    reveal_type(lax.cond(true_fun=lambda v: v, pred=p, false_fun=lambda v: v))
    reveal_type(lax.cond(lambda v: v))
    reveal_type(lax.switch(p, fs, n))
    reveal_type(lax.switch(p, [], f))
    reveal_type(lax.switch(p, [1, lambda v: v], f))
    reveal_type(lax.switch(p, [lambda v=p: v, u], f, f))
    reveal_type(lax.map(lambda v: (yield v), f))
    reveal_type(lax.map(lambda v: (lambda w: (lambda x: x)(w))(v), f))
    reveal_type(lax.map(f=f, xs=lambda v: v))
    reveal_type(lax.map(jnp.sin, xs=f, batch_size=2))
    reveal_type(lax.map(lambda v: lax.map(lambda w: lax.map(lambda x: x + v, w), v), f))
    reveal_type(jax.tree.map(lambda: f, f))
    reveal_type(jax.tree.map(lambda v, *w, k=1, **x: v, {"a": f}, {"a": f}))
    reveal_type(jax.tree.map(lambda v: jax.tree.map(lambda w: w + v, {"b": f}), {"a": [f, (f,)]}))
    f + np.ones(3, np.no_such_type)
    reveal_type(f + np.ones(np.ones(np.ones(3, np.int8), np.int8), np.int8))
    reveal_type(jnp.stack([f] * u + [*u, *f] + u))
    reveal_type(jnp.stack(list(list(list([f])))))
    reveal_type(jnp.concatenate(list(*u), *u))
    reveal_type(jnp.broadcast_arrays(*f, *[f], *u, *(f, f)))
