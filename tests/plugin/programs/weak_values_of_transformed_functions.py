"""Weak arrays that the program's functions return to transformations."""

import jax
import jax.numpy as jnp

w = jnp.asarray(2.0) * 1
b = jnp.ones(3, jnp.float32)


def g(w):
    return w * 2, {"a": w * 3}


o, p, aux = jax.vjp(g, w, has_aux=True)
reveal_type(o)
reveal_type(aux["a"])
o2, t2, aux2 = jax.jvp(g, (w,), (w,), has_aux=True)
reveal_type(o2)
reveal_type(t2)
reveal_type(aux2["a"])
o3, l3, aux3 = jax.linearize(g, w, has_aux=True)
reveal_type(o3)
reveal_type(aux3["a"])
(o4, aux4), g4 = jax.value_and_grad(g, has_aux=True)(w)
reveal_type(o4)
reveal_type(aux4["a"])
reveal_type(g4)
g5, aux5 = jax.grad(g, has_aux=True)(w)
reveal_type(g5)
reveal_type(aux5["a"])


def c1(x):
    return {"a": x * 2}


def c2(x):
    return {"a": x * 3}


r = jax.lax.cond(True, c1, c2, w)
reveal_type(r["a"])
r2 = jax.lax.cond(True, c1, c2, 2.0)
reveal_type(r2["a"])


def v(x, y):
    return {"a": y * 2}


r3 = jax.vmap(v, (0, None))(b, w)
reveal_type(r3["a"])


def body(c, x):
    return c, {"a": jnp.asarray(1.0) * 2}


c, ys = jax.lax.scan(body, b, b)
reveal_type(ys["a"])
