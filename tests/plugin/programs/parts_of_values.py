"""Attributes and items of values that are declared without dtypes, where a function has made the value."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

bf = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
f16 = jnp.ones((3, 3), jnp.float16)
key = jax.random.key(0)


# dicts
def init(key: jax.Array) -> dict[str, jax.Array]:
    return {"w": jax.random.normal(key, (3, 3), jnp.bfloat16), "b": jnp.zeros(3, jnp.float32)}


def init_untyped(key):
    return {"w": jax.random.normal(key, (3, 3), jnp.bfloat16), "b": jnp.zeros(3, jnp.float32)}


def init_nested(key: jax.Array) -> dict[str, dict[str, jax.Array]]:
    return {"first": init(key), "second": {"w": f16, "b": f32}}


def apply(params: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    return x @ params["w"] + params["b"]


def apply_untyped(params, x):
    h = apply(params["first"], x)
    return h.astype(jnp.float16) @ params["second"]["w"]


params = init(key)
reveal_type(params["w"])
reveal_type(params["b"])
reveal_type(apply(params, bf))
untyped = init_untyped(key)
reveal_type(untyped["w"])
reveal_type(apply(untyped, f16))
nested = init_nested(key)
reveal_type(nested["first"]["b"])
reveal_type(nested["second"]["w"])
reveal_type(apply_untyped(nested, bf))
alias = nested["first"]
reveal_type(alias["w"])
merged = {**params, "c": f16}
reveal_type(merged["w"])
reveal_type(merged["c"])
pair = (params, nested)
reveal_type(pair[1]["second"]["w"])
one, two = pair
reveal_type(one["w"])
reveal_type(two["first"]["w"])


def made_in_steps(key: jax.Array) -> dict[str, jax.Array]:
    made = {}
    made["u"] = jax.random.normal(key, (3,), jnp.bfloat16)
    made["v"] = made["u"].astype(jnp.float32)
    return made


in_steps = made_in_steps(key)
reveal_type(in_steps["u"])
reveal_type(in_steps["v"])


# training loops
def loss_of(params, x):
    return jnp.mean((x @ params["w"] + params["b"]) ** 2)


def descend(params, x, rate=0.1):
    value, grads = jax.value_and_grad(loss_of)(params, x)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads), value


@jax.jit
def descend_compiled(params, x):
    grads = jax.grad(loss_of)(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


compiled = jax.jit(descend)
trained = init(key)
for _ in range(2):
    trained, value = descend(trained, bf)
    reveal_type(trained["w"])
    reveal_type(value)
reveal_type(trained["b"])
for _ in range(2):
    trained = descend_compiled(trained, bf)
reveal_type(trained["w"])
for _ in range(2):
    trained, value = compiled(trained, f32)
    reveal_type(value)
reveal_type(trained["w"])


# named tuples
class Batch(NamedTuple):
    inputs: jax.Array
    targets: jax.Array


def first_batch(x: jax.Array) -> Batch:
    return Batch(x, jnp.zeros(3, jnp.int32))


batch = first_batch(bf)
reveal_type(batch.inputs)
reveal_type(batch.targets)
reveal_type(batch[0])
inputs, targets = batch
batch = batch._replace(targets=f32)
reveal_type(batch.inputs)
reveal_type(batch.targets)


# data classes
@dataclass
class Layer:
    weight: jax.Array
    bias: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return x @ self.weight + self.bias

    def scaled(self, scale: float) -> "Layer":
        return Layer(self.weight * scale, self.bias)


@dataclass(frozen=True)
class Model:
    first: Layer
    second: Layer

    def forward(self, x: jax.Array) -> jax.Array:
        return self.second(self.first(x).astype(jnp.bfloat16))


layer = Layer(bf, f32)
reveal_type(layer.weight)
reveal_type(layer(bf))
smaller = layer.scaled(0.5)
reveal_type(smaller.weight)
model = Model(layer, second=Layer(bf, bias=bf))
reveal_type(model.first.bias)
reveal_type(model.forward(f16))
second = model.second
reveal_type(second(bf))


# classes with an initializer
class Agent:
    def __init__(self, key: jax.Array, dtype: Any, size: int = 3) -> None:
        self.table = jnp.zeros((size, size), dtype)
        self.theta = init(key)
        self.layer = Layer(bf, self.table)

    def act(self, x: jax.Array) -> jax.Array:
        return apply(self.theta, x)

    def looked_up(self, x):
        return self.table * x

    def through(self, x: jax.Array) -> jax.Array:
        return self.layer(x)


agent = Agent(key, jnp.float16)
reveal_type(agent.table)
reveal_type(agent.theta["w"])
reveal_type(agent.layer.bias)
reveal_type(agent.act(bf))
reveal_type(agent.looked_up(f16))
reveal_type(agent.through(bf))
other = Agent(key, jnp.float32)
reveal_type(other.looked_up(f16))


# in functions, and through control flow
def run(flag: bool) -> None:
    params = init(key)
    if flag:
        params = {"w": f32, "b": f32}
    reveal_type(params["w"])
    while flag:
        reveal_type(params["b"])
        params, flag = init(key), False
    reveal_type(params["w"])
    state = (init(key), jnp.zeros([], jnp.int32))
    for _ in range(2):
        reveal_type(state[0]["b"])
        state = (state[0], state[1] + 1)
    reveal_type(state[0]["w"])


run(True)
run(False)


# defaults of parameters
def product_with_default(x: jax.Array, params: dict[str, jax.Array] = init(key)) -> jax.Array:
    return params["w"] @ x


reveal_type(product_with_default(bf))
reveal_type(product_with_default(bf, {"w": f32}))


# derivatives in variables of the module, called in functions
def squares(x):
    return jnp.sum(x**2)


def weighted(params, x):
    return jnp.sum(params["w"] * x + params["b"])


gradient = jax.grad(squares)
value_and_gradient = jax.jit(jax.value_and_grad(squares))
tree_gradient = jax.grad(weighted)


def descended(x):
    for _ in range(2):
        value, slope = value_and_gradient(x)
        x = x - 0.5 * slope - gradient(x)
    return x, value


moved, last = descended(bf)
reveal_type(moved)
reveal_type(last)
moved, last = descended(f32)
reveal_type(moved)


# dicts whose items all have one dtype
same = {"w": bf, "b": bf}


def gradients_of(params, x):
    return jax.grad(weighted)(params, x)


def stepped(params, x):
    slopes = tree_gradient(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, slopes)


slopes = gradients_of(same, bf)
reveal_type(slopes["w"])
for _ in range(2):
    same = stepped(same, f32)
    reveal_type(same["b"])
wider = jax.tree.map(lambda p: p.astype(jnp.float32), same)
reveal_type(wider["w"])
