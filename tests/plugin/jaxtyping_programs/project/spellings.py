"""Each way to spell an annotation. A comment marks each line that a checker must report."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Generic, Protocol, TypeVar, cast

import jax
import jax.numpy as jnp
import jaxtyping
import jaxtyping as jt
from jaxtyping import Float16, Int8 as I8

from . import types as kinds
from .types import *
from .types import BF16 as Half16, Float32 as F32

if TYPE_CHECKING:
    from jaxtyping import Bool

S = TypeVar("S")
Local = Float16[Array, "n"]


def scale(x: BF16[Array, "n d"], s: Float32[Array, ""]) -> BF16[Array, "n d"]:
    return x * s  # wrong: scale


def renamed(x: Half16[Array, "n d"], s: F32[Array, ""]) -> Half16[Array, "n d"]:
    return x * s  # wrong: renamed


def module(x: jt.BFloat16[jax.Array, "n d"], s: jaxtyping.Float32[jnp.ndarray, ""]) -> jt.BFloat16[jax.Array, "n d"]:
    return x * s  # wrong: module


def through_modules(x: kinds.BF16[kinds.Array, "n"], s: kinds.jt.Float32[Array, ""]) -> kinds.BF16[kinds.Array, "n"]:
    return x * s  # wrong: through_modules


def quoted(x: "BF16[Array, 'n d']", s: "Float32[Array, '']") -> "BF16[Array, 'n d']":
    return x * s  # wrong: quoted


def only_for_checkers(x: Bool[Array, "n"], y: UInt8[Array, "n"]) -> Bool[Array, "n"]:
    return x * y  # wrong: only_for_checkers


def narrow(x: I8[Array, "n"]) -> I8[Array, "n"]:
    return x / x  # wrong: narrow


def alias(x: Half, w: Word) -> Half:
    return x * w  # wrong: alias


def alias_of_matrix(w: Weights, a: Again) -> Half:
    return w @ a  # wrong: alias_of_matrix


def alias_of_another_module(w: kinds.Weights) -> kinds.Half:
    return w  # wrong: alias_of_another_module


def alias_nested(w: Nested) -> Quoted:
    return w  # wrong: alias_nested


def alias_local(w: Local) -> Word:
    return w  # wrong: alias_local


def alias_optional(w: Optional) -> Half:
    return jnp.zeros(3, jnp.bfloat16) if w is None else w  # wrong: alias_optional


def alias_union(w: Either) -> Quoted:
    return w  # wrong: alias_union


def alias_of_function(f: Function, w: Word) -> Word:
    return f(w)  # wrong: alias_of_function


def alias_of_container(pairs: Pairs) -> Word:
    return pairs["a"][1]  # wrong: alias_of_container


def alias_with_variable(x: Any32[Array], y: Any32[jax.Array]) -> Array:
    return x + y


def documented(x: Documented, y: Annotated[Array, "n d"]) -> Word:
    return x * y


def field(pair: Pair) -> Word:
    return pair.position  # wrong: field


@dataclasses.dataclass
class State:
    step: Int32[Array, ""]
    mean: Float32[Array, "n"]
    history: list[Float32[Array, "n"]]


def of_dataclass(state: State) -> Word:
    state.mean = state.step  # wrong: of_dataclass
    return state.step  # wrong: of_dataclass


def made(step: Int32[Array, ""], mean: Int32[Array, "n"]) -> State:
    return State(step, mean, [])  # wrong: made


class Model(Protocol):
    def __call__(self, x: Float32[Array, "n"]) -> Float32[Array, "m"]: ...


class Box(Generic[S]):
    value: S


class Narrow(Box[Float32[Array, "n"]]): ...


def of_protocol(model: Model, x: Int32[Array, "n"], box: Narrow) -> Int32[Array, "m"]:
    model(x)  # wrong: of_protocol
    return box.value  # wrong: of_protocol


def of_callable(f: Callable[[Float32[Array, "n"]], Int32[Array, "n"]], *args: Int32[Array, "n"], **kw: I8[Array, "n"]):
    f(args[0])  # wrong: of_callable
    return f(kw["a"])  # wrong: of_callable


def of_variable(x: Int32[Array, "n"]) -> None:
    y: Float32[Array, "n"] = x  # wrong: of_variable
    z: Float32[Array, "n"]
    z = x  # wrong: of_variable
    print(y, z)


def of_cast(x: Array) -> Int32[Array, "n"]:
    return cast(Float32[Array, "n"], x)  # wrong: of_cast


def of_category(x: Int[Array, "n"], y: Float[Array, "n"]) -> Float[Array, "n"]:
    of_category(x, x)  # wrong: of_category
    of_category(x * 2, y * 2)
    of_category(y, y)  # wrong: of_category
    return x * 2  # wrong: of_category


def of_results(x: Int[Array, "n"], y: Float[Array, "n"], z: Float32[Array, "n"]) -> Float32[Array, "n"]:
    return y + z if n else of_category(x, z)


def any_name(x: Float32[Array, "T"], y: Float32[Array, "n"], z: Float32[Array, "S"]) -> Half16[Array, "T"]:
    return x + y + z  # wrong: any_name
