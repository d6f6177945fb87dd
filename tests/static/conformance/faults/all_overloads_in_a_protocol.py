"""The checker joins the results of all overloads that may match a protocol, although a call uses the first match."""

from typing import Any, Generic, TypeVar, overload, reveal_type

T = TypeVar("T", covariant=True)


class A(Generic[T]):
    @overload
    def __abs__(self: "A[str]") -> "A[str]": ...
    @overload
    def __abs__(self: "A[object]") -> "A[Any]": ...
    def __abs__(self) -> "A[Any]":
        return self


def program(s: A[str]) -> None:
    reveal_type(s.__abs__())  # A[str]
    reveal_type(abs(s))  # A[str]
