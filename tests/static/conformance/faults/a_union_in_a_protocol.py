"""When a union matches a protocol, the checker drops the result of one member."""

from typing import Any, Generic, Protocol, TypeVar, overload

T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)


class SupportsAdd(Protocol[T, R]):
    def __add__(self, other: T, /) -> R: ...


def add(left: SupportsAdd[T, R], right: T) -> R:
    return left + right


D = TypeVar("D", covariant=True)


class Array(Generic[D]):
    @overload
    def __add__(self: "Array[str]", other: int, /) -> str: ...
    @overload
    def __add__(self: "Array[bytes]", other: int, /) -> bytes: ...
    def __add__(self, other: int, /) -> Any:
        return other


def program(x: Array[str] | Array[bytes]) -> None:
    text: str = add(x, 1)  # error
    print(text)
