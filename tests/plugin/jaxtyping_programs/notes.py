"""Errors about annotated arrays; a comment has the notes of its line, separated by semicolons."""

from dataclasses import dataclass
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, BFloat16, Float, Float32, Int, Int32, UInt8


@dataclass
class State:
    step: Int[Array, ""]
    weights: Float[Array, "n m"]

    def reset(self) -> None:
        self.weights = jnp.zeros((2, 3), int)  # Expected Float[Array, "n m"], got Int32[Array, "2 3"]


class Result(NamedTuple):
    loss: Float[Array, ""]


class Scale:
    def __call__(self, x: Float32[Array, "n"]) -> Float32[Array, "n"]:
        return x

    def twice(self, x: Float32[Array, "n"], *, times: Int32[Array, ""]) -> Float32[Array, "n"]:
        return x * times


def to_bytes(x: Float32[Array, "n d"]) -> UInt8[Array, "n d"]:
    return x * 255  # Expected UInt8[Array, "n d"], got Float32[Array, "n d"]


def scaled(x: BFloat16[Array, "n"], s: Float32[Array, ""]) -> BFloat16[Array, "n"]:
    return x * s  # Expected BFloat16[Array, "n"], got Float32[Array, "n"]; "x * s" promotes bfloat16 and float32 to float32


def in_steps(x: BFloat16[Array, "n"], s: Float32[Array, ""]) -> BFloat16[Array, "n"]:
    y = 2 * x
    z = y * s + 1
    return z  # Expected BFloat16[Array, "n"], got Float32[Array, "n"]; "y * s" promotes bfloat16 and float32 to float32


def maybe(x: Int32[Array, "n"]) -> Float[Array, "n"] | None:
    return x + 1  # Expected Float[Array, "n"], got Int32[Array, "n"]


def looped(x: Int32[Array, "n"]) -> Int32[Array, "n"]:
    for _ in range(3):
        y: Int32[Array, "n"] = x / 2  # Expected Int32[Array, "n"], got Float32[Array, "n"]; "x / 2" promotes int32 and int to float32
    return y


def made(x: Float32[Array, "n"]) -> State:
    return State(x[0], jnp.zeros((2, 2)))  # Expected Int[Array, ""], got Float32[Array, ""]


def calls(x: Int32[Array, "n"], s: State) -> Result:
    scale = Scale()
    scale(x)  # Expected Float32[Array, "n"], got Int32[Array, "n"]
    scale.twice(jnp.ones(3), times=jnp.float32(2))  # Expected Int32[Array, ""], got Float32[Array, ""]
    to_bytes(np.zeros((2, 2), np.float32))  # Expected Float32[Array, "n d"], got Float32[np.ndarray, "2 2"]
    to_bytes(jnp.zeros((2, 2), bool))  # Expected Float32[Array, "n d"], got Bool[Array, "2 2"]
    to_bytes(jnp.zeros((2, 2), bool))  # type: ignore[arg-type]
    to_bytes("text")  # an error without a note
    reveal_type(jnp.ones((2, 3)).T)  # The array is Float32[Array, "3 2"]
    reveal_type(s.weights * 2)  # The array is Float[Array, "s.n s.m"]
    return Result(x)  # Expected Float[Array, ""], got Int32[Array, "n"]


def inner(x: Int32[Array, "n"]) -> Float32[Array, "n"]:
    return Scale()(scale_of(x))  # Expected Float32[Array, "n"], got Int32[Array, "n"]


def scale_of(x: Float32[Array, "n"]) -> Float32[Array, "n"]:
    return x


class Layers:
    scale: Scale

    def __call__(self, x: Int32[Array, "n"]) -> Float32[Array, "n"]:
        return self.scale(x)  # Expected Float32[Array, "n"], got Int32[Array, "n"]
