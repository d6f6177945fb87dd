"""Structures of pytrees: jaxtyping rejects the lines that say so when Python evaluates the annotations."""

from __future__ import annotations

import jaxtyping as jt
from jaxtyping import Array, Float32, PyTree


def accepted(x: PyTree[Float32[Array, "n"], "T"], y: PyTree[int, "T ..."], z: PyTree[int, "... T"]) -> PyTree[int, "S T"]:
    return x, y, z


def local() -> None:
    a: PyTree[int, "T, S"] = 1  # wrong
    print(a)


def module(x: jt.PyTree[int, "1"]) -> None: ...  # wrong


def nested(x: list[PyTree[int, "T ... S"]]) -> None: ...  # wrong


def empty(x: PyTree[int, ""]) -> None: ...  # wrong


class Fields:
    accepted: PyTree[Float32[Array, "n"], "S T"]
    refused: PyTree[Float32[Array, "n"], "*T"]  # wrong
