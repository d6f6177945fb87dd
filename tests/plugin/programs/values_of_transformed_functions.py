"""What the program's functions return to JAX's transformations: auxiliary data, carries, outputs, shapes."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

bf = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
f16 = jnp.ones((3, 3), jnp.float16)
i8 = jnp.ones((3, 3), jnp.int8)


def typed(w: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    y = w * x
    return jnp.mean(y), y


def untyped(w, x):
    y = w * x
    return jnp.mean(y), {"y": y, "n": jnp.sum(x), "number": 2.0, "name": "text"}


def of_params(params, x):
    y = params["w"] * x + params["b"]
    return jnp.mean(y), (y, x)


def plain(w: jax.Array, x: jax.Array) -> jax.Array:
    return jnp.mean((w - x) ** 2)


# gradients with auxiliary data
reveal_type(jax.grad(typed, has_aux=True)(bf, i8))
reveal_type(jax.value_and_grad(typed, has_aux=True)(bf, i8))
reveal_type(jax.value_and_grad(typed, argnums=0, has_aux=True)(bf, f32))
gradient, aux = jax.grad(untyped, has_aux=True)(bf, f32)
reveal_type(gradient)
reveal_type(aux["y"])
reveal_type(aux["number"])
reveal_type(aux["name"])
(value, aux2), gradient2 = jax.value_and_grad(untyped, has_aux=True)(bf, f32)
reveal_type(value)
reveal_type(aux2["n"])
reveal_type(aux2["number"])
reveal_type(gradient2)
aux2["name"] = "other"
aux2["count"] = 3
params = {"w": bf, "b": f16}
(value3, (y3, x3)), gradient3 = jax.value_and_grad(of_params, has_aux=True)(params, i8)
reveal_type(value3)
reveal_type(y3)
reveal_type(x3)
reveal_type(gradient3["w"])
reveal_type(gradient3["b"])
compiled = jax.jit(jax.value_and_grad(of_params, has_aux=True))
(value4, (y4, x4)), gradient4 = compiled(params, i8)
reveal_type(value4)
reveal_type(y4)
reveal_type(gradient4["b"])

# derivatives at once
out, pull, aux5 = jax.vjp(untyped, bf, f32, has_aux=True)
reveal_type(out)
reveal_type(aux5["y"])
reveal_type(aux5["number"])
reveal_type(pull(out))
out6, pull6 = jax.vjp(plain, bf, 2.0)
reveal_type(out6)
out7, tangent7, aux7 = jax.jvp(untyped, (bf, f32), (bf, f32), has_aux=True)
reveal_type(out7)
reveal_type(aux7["n"])
out8, linear8, aux8 = jax.linearize(untyped, bf, f32, has_aux=True)
reveal_type(out8)
reveal_type(aux8["y"])
reveal_type(jax.jacfwd(plain)(bf, f32))


def both(p):
    return {"w": p["w"] * 2, "b": p["b"]}


jacobians = jax.jacrev(both)(params)
reveal_type(jacobians["w"])


# shapes
shape = jax.eval_shape(plain, bf, i8)
reveal_type(jnp.zeros(shape.shape, shape.dtype))


def in_dict(w, x):
    return {"y": w * x, "number": 2.0}


shapes2 = jax.eval_shape(in_dict, bf, 2.0)
reveal_type(jnp.zeros(3, shapes2["y"].dtype))
reveal_type(jnp.zeros(3, shapes2["number"].dtype))


# loops
class State(NamedTuple):
    a: jax.Array
    b: Any


class Counted(NamedTuple):
    a: jax.Array
    i: float


def run(state, rows):
    def body(s, row):
        return State((s.a * row).astype(s.a.dtype), s.b), s.a + s.b + row

    return lax.scan(body, state, rows)


def run_dict(state, rows):
    def body(s, row):
        return {**s, "a": (s["a"] * row).astype(s["a"].dtype)}, s["a"] + s["b"] + row

    return lax.scan(body, state, rows)


def count(s, row):
    return Counted(s.a, s.i + f16[0, 0]), s.i * row


state, rows = run(State(bf[0], f16[0]), bf)
reveal_type(state.a)
reveal_type(state.b)
reveal_type(rows)
state2, rows2 = run_dict({"a": bf[0], "b": f16[0]}, bf)
reveal_type(state2["a"])
reveal_type(rows2)
state3, rows3 = lax.scan(count, Counted(bf[0], 0.0), bf)
reveal_type(state3.a)
reveal_type(rows3)


def with_number(s, row):
    return {"x": s["x"] + f16[0, 0], "y": s["y"]}, s["x"] * row


state4, rows4 = lax.scan(with_number, {"x": 0.0, "y": bf}, bf)
reveal_type(state4["y"])
reveal_type(state4["x"])
reveal_type(rows4)
state5 = lax.fori_loop(0, 3, lambda i, c: c, {"x": bf, "y": f16})
reveal_type(state5["y"])
state6 = lax.while_loop(lambda c: c["x"][0, 0] > 5, lambda c: c, {"x": bf, "y": f16})
reveal_type(state6["x"])


class Loop:
    def __init__(self, w):
        self.w = w

    def step(self, c, row):
        return {"a": c["a"]}, c["a"] * self.w * row

    def run(self, rows):
        return lax.scan(self.step, {"a": rows[0]}, rows)


loop = Loop(f16[0])
state8, rows8 = loop.run(bf)
reveal_type(state8["a"])
reveal_type(rows8)


# branches and maps
def one(p):
    return {"x": p["x"] * 2, "y": p["x"] + f16}


def other(p):
    return {"x": p["x"] * 3, "y": p["x"] - f16}


branch = lax.cond(bf.sum() > 0, one, other, {"x": bf})
reveal_type(branch["x"])
reveal_type(branch["y"])
switched = lax.switch(1, [one, other], {"x": bf})
reveal_type(switched["y"])
mapped = lax.map(one, {"x": bf})
reveal_type(mapped["y"])
vmapped = jax.vmap(one, (0,))({"x": bf})
reveal_type(vmapped["y"])


def product(p, x):
    return p["x"] * x


reveal_type(jax.vmap(product, in_axes=(None, 0))({"x": bf}, f16))
reveal_type(jax.vmap(product, (None, 0))({"x": bf}, i8))
