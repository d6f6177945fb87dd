"""Attributes and items that get another dtype after a function has made the value: mypy infers no wrong dtype."""

import contextlib
import copy
import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

bf = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
f16 = jnp.ones((3, 3), jnp.float16)
i32 = jnp.ones((3, 3), jnp.int32)
key = jax.random.key(0)


def init_a(key: jax.Array) -> dict[str, jax.Array]:
    return {"a": bf, "a2": bf}


# another name for the same dict
first = init_a(key)
second = first
second["a"] = f32
reveal_type(first["a"])
reveal_type(second["a"])
reveal_type(first["a2"])


# a function that changes it
def init_b(key: jax.Array) -> dict[str, jax.Array]:
    return {"b": bf, "b2": bf}


def change(params: dict[str, jax.Array]) -> None:
    params["b"] = f32


params_b = init_b(key)
change(params_b)
reveal_type(params_b["b"])
reveal_type(params_b["b2"])


# a function that assigns the variable anew
def init_c(key: jax.Array) -> dict[str, jax.Array]:
    return {"c": bf}


params_c = init_c(key)


def assign() -> None:
    global params_c
    params_c = {"c": f32}


assign()
reveal_type(params_c["c"])


# a method that changes an attribute
class Holder:
    def __init__(self, d: jax.Array, e: jax.Array) -> None:
        self.d = d
        self.e = e

    def swap(self) -> None:
        self.d, self.e = self.e, self.d

    def sum_of_d(self, x: jax.Array) -> jax.Array:
        return self.d + x


holder = Holder(bf, f32)
reveal_type(holder.d)
holder.swap()
reveal_type(holder.d)
reveal_type(holder.sum_of_d(f16))


# a constructor that changes what it has set, or calls the one of its base
class Base:
    def __init__(self, g: jax.Array) -> None:
        self.g = g.astype(jnp.float16)


class Derived(Base):
    def __init__(self, g: jax.Array) -> None:
        self.g = g
        super().__init__(g)


class Last(Base):
    def __init__(self, g: jax.Array) -> None:
        super().__init__(g)
        self.g = g


class Twice:
    def __init__(self, h: jax.Array, flag: bool) -> None:
        self.h = h
        if flag:
            self.h = self.h.astype(jnp.float32)


reveal_type(Derived(bf).g)
derived = Derived(bf)
reveal_type(derived.g)
last = Last(bf)
reveal_type(last.g)
twice = Twice(bf, len(bf.shape) > 1)
reveal_type(twice.h)


# data classes that convert their fields
@dataclasses.dataclass
class Converted:
    k: jax.Array

    def __post_init__(self) -> None:
        self.k = self.k.astype(jnp.float16)


@dataclasses.dataclass
class Replaced:
    m: jax.Array
    n: jax.Array = dataclasses.field(default_factory=lambda: f32)


converted = Converted(bf)
reveal_type(converted.k)
replaced = Replaced(bf)
reveal_type(replaced.m)
reveal_type(replaced.n)
changed = dataclasses.replace(replaced, m=f32)
reveal_type(changed.m)
setattr(replaced, "m", f16)
reveal_type(replaced.m)


# named tuples
class Pair(NamedTuple):
    p: jax.Array
    q: jax.Array


pair = Pair(bf, f32)
reveal_type(pair.p)
pair = pair._replace(p=f16)
reveal_type(pair.p)
reveal_type(pair[0])
pair = Pair(*reversed(pair))
reveal_type(pair.p)
pair = Pair._make([i32, i32])
reveal_type(pair.q)


# loops
def init_r(key: jax.Array) -> dict[str, jax.Array]:
    return {"r": bf, "r2": f32}


def rotated(params: dict[str, jax.Array]) -> dict[str, jax.Array]:
    return {"r": params["r2"], "r2": params["r"].astype(jnp.int32)}


def loops(number: int) -> None:
    params = init_r(key)
    for _ in range(number):
        reveal_type(params["r"])
        params = rotated(params)
    reveal_type(params["r"])
    params = init_r(key)
    while number > 0:
        number -= 1
        reveal_type(params["r2"])
        if number == 1:
            params = {"r": f16, "r2": f16}
            continue
        params = rotated(params)
        if number == 2:
            break
    reveal_type(params["r"])
    reveal_type(params["r2"])


for number in range(5):
    loops(number)


def exceptions(flag: bool) -> None:
    params = init_r(key)
    try:
        params = {"r": f16, "r2": bf}
        if flag:
            raise ValueError
    except ValueError:
        reveal_type(params["r"])
    reveal_type(params["r"])
    params = init_r(key)
    try:
        params = rotated(params)
        if flag:
            raise ValueError
    except ValueError:
        pass
    finally:
        reveal_type(params["r"])
    with contextlib.suppress(ValueError):
        params = {"r": i32, "r2": bf}
        if flag:
            raise ValueError
        params = init_r(key)
    reveal_type(params["r"])


exceptions(True)
exceptions(False)


def other_assignments(several: list[dict[str, jax.Array]]) -> None:
    params = init_r(key)
    for params in several:
        reveal_type(params["r"])
    reveal_type(params["r"])
    mine = init_r(key)
    if (mine := several[0]) and len(mine) > 1:
        reveal_type(mine["r"])
    reveal_type(mine["r"])
    several_times = init_r(key)
    *others, several_times = several
    reveal_type(several_times["r"])
    conditional = init_r(key) if len(several) > 1 else {"r": f16, "r2": f16}
    reveal_type(conditional["r"])
    either = init_r(key) or several[0]
    reveal_type(either["r"])


other_assignments([{"r": i32, "r2": f32}, {"r": f16, "r2": f32}])


# closures
def closures() -> None:
    params = init_r(key)

    def replace() -> None:
        nonlocal params
        params = {"r": f16, "r2": f16}

    def read(x: jax.Array) -> jax.Array:
        return params["r"] + x

    reveal_type(read(bf))
    replace()
    reveal_type(params["r"])
    reveal_type(read(bf))
    later = init_r(key)
    reader = lambda x: later["r"] + x  # noqa: E731
    later = {"r": f32, "r2": f32}
    reveal_type(reader(bf))


closures()


# keys that the program computes
def init_s(names: list[str]) -> dict[str, jax.Array]:
    made = {"s1": bf, "s2": bf}
    for name in names:
        made[name] = f32
    return made


computed = init_s(["s1"])
reveal_type(computed["s1"])


def init_t(names: list[str]) -> dict[str, jax.Array]:
    made = {}
    for name in names:
        made["t1"] = bf
        made[name] = f16
    made["t2"] = f32
    return made


also_computed = init_t(["t1"])
reveal_type(also_computed["t1"])
reveal_type(also_computed["t2"])


# recursion
def deeper(params: dict[str, jax.Array], depth: int) -> dict[str, jax.Array]:
    if depth == 0:
        return params
    return deeper({"v": params["v"].astype(jnp.float32)}, depth - 1)


reveal_type(deeper({"v": bf}, 2)["v"])
went = deeper({"v": bf}, 2)
reveal_type(went["v"])


# decorators and functions that are replaced
def twice_called(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def inner(*args: Any) -> Any:
        made = function(*args)
        return {name: value.astype(jnp.float16) for name, value in made.items()}

    return inner


@twice_called
def decorated(key):
    return {"x": bf}


made_by_decorated = decorated(key)
reveal_type(made_by_decorated["x"])


class Maker:
    def make(self) -> dict[str, jax.Array]:
        return {"y": bf}


class OtherMaker(Maker):
    def make(self) -> dict[str, jax.Array]:
        return {"y": f32}


def make(maker: Maker) -> None:
    made = maker.make()
    reveal_type(made["y"])


make(Maker())
make(OtherMaker())


# copies
deep = copy.deepcopy(init_r(key))
reveal_type(deep["r"])


def generated() -> Iterator[dict[str, jax.Array]]:
    yield {"z": bf}
    yield {"z": f32}


for each in generated():
    reveal_type(each["z"])


# shared parts
def init_u(key: jax.Array) -> dict[str, jax.Array]:
    return {"aa": bf}


inner_dict = init_u(key)
outer = {"inner": inner_dict, "same": inner_dict}
outer["same"]["aa"] = f32
reveal_type(outer["inner"]["aa"])
reveal_type(inner_dict["aa"])


# mapped trees and gradients
def init_w(key: jax.Array) -> dict[str, jax.Array]:
    return {"bb": bf, "cc": f32}


weights = init_w(key)
halves = jax.tree.map(lambda x: x.astype(jnp.float16), weights)
reveal_type(halves["bb"])
sums = jax.tree.map(lambda x, y: x + y, weights, halves)
reveal_type(sums["bb"])
reveal_type(sums["cc"])
grads = jax.grad(lambda p: (p["bb"].sum() * p["cc"].sum()).astype(jnp.float32))(weights)
reveal_type(grads["bb"])
_, grads_of_second = jax.value_and_grad(lambda q, p: (p["bb"].sum() * q["bb"].sum()).astype(jnp.float32), argnums=1)(
    halves, weights
)
reveal_type(grads_of_second["bb"])
weak = jax.tree.map(lambda x: 1.0 * x.sum(), {"bb": i32, "cc": bf})
reveal_type(weak["bb"])


# variables of the module that hold one function after another
def total(x):
    return jnp.sum(x)


changing = jax.jit(lambda x: x.astype(jnp.float32))


def changed_before(x):
    return changing(x)


reveal_type(changed_before(bf))
changing = jax.jit(lambda x: x.astype(jnp.int8))
reveal_type(changed_before(bf))
either = jax.value_and_grad(total, has_aux=False)
for either in (jax.value_and_grad(lambda x: total(x).astype(jnp.float32)),):
    pass


def value_of_either(x):
    value, _ = either(x)
    return value


reveal_type(value_of_either(bf))


def set_globally(x):
    global of_global
    of_global = jax.value_and_grad(lambda x: total(x).astype(jnp.float32))
    return x


of_global = jax.value_and_grad(total)


def value_of_global(x):
    value, _ = of_global(x)
    return value


reveal_type(value_of_global(bf))
set_globally(bf)
reveal_type(value_of_global(bf))
same = {"w": bf, "b": bf}


def with_same_leaves(params):
    return jax.tree.map(lambda p: p, params)


other_tree = with_same_leaves(same)
other_tree["w"] = jnp.ones(3, jnp.int8)
reveal_type(other_tree["w"])
name_of_item = "b"
other_tree[name_of_item] = jnp.ones(3, jnp.int8)
reveal_type(other_tree["b"])
