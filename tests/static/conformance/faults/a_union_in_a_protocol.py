"""Of a union that matches a protocol, the result of one member is forgotten."""

from typing import Protocol, TypeVar

T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)


class SupportsAdd(Protocol[T, R]):
    def __add__(self, other: T, /) -> R: ...


def add(left: SupportsAdd[T, R], right: T) -> R:
    return left + right


class A:
    def __add__(self, other: int, /) -> str:
        return ""


class B:
    def __add__(self, other: int, /) -> bytes:
        return b""


def program(x: A | B) -> None:
    text: str = add(x, 1)  # error
    print(text)
