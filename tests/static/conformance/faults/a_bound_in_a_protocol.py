"""The checker ignores the bound of a type variable when an overloaded method matches a protocol."""

from typing import Any, Generic, Protocol, TypeVar, overload, reveal_type

T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)
V = TypeVar("V", bound=int)
D = TypeVar("D", covariant=True)


class SupportsSub(Protocol[T, R]):
    def __sub__(self, other: T, /) -> R: ...


def sub(left: SupportsSub[T, R], right: T) -> R:
    raise NotImplementedError


class Array(Generic[D]):
    @overload
    def __sub__(self, other: "Array[V]", /) -> "Array[V]": ...
    @overload
    def __sub__(self, other: "Array[str]", /) -> "Array[bytes]": ...
    def __sub__(self, other: Any, /) -> Any:
        return other


def program(x: Array[str]) -> None:
    reveal_type(x - x)  # Array[bytes]
    text: Array[str] = sub(x, x)  # error
    print(text)
