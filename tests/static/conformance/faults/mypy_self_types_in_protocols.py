"""mypy matches a protocol with an overload whose `self` is of another type, if the context asks for its result.

`SupportsAbs[A[weak]]` is what the first overload of `__add__` asks `abs` for, and an `A[float]` is none.
"""

from typing import Generic, SupportsAbs, TypeVar, overload

T = TypeVar("T", covariant=True)


class A(Generic[T]):
    @overload
    def __abs__(self: "A[str]") -> "A[str]": ...
    @overload
    def __abs__(self: "A[bytes]") -> "A[bytes]": ...
    def __abs__(self): ...


def program(b: A[bytes]) -> None:
    x: SupportsAbs[A[str]] = b  # fault: no error
