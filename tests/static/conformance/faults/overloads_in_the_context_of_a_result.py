"""The expected type of a result binds a type variable before the argument does, so that a later overload matches."""

from typing import Any, Generic, TypeVar, overload

T = TypeVar("T", covariant=True)
R = TypeVar("R")


class Row(Generic[T]): ...


class Array(Generic[T]):
    @overload
    def add(self, other: "Array[Row[R]]") -> "Array[R]": ...
    @overload
    def add(self, other: "Array[object]") -> "Array[Any]": ...
    def add(self, other: Any) -> "Array[Any]":
        return other


def program(a: Array[int], b: Array[Row[str]]) -> None:
    c: Array[int] = a.add(b)  # error
    print(c)
