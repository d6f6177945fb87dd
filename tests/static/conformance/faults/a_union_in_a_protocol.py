"""Of a union that matches a protocol, the result of one member is forgotten."""

import operator
from typing import overload, reveal_type


class A:
    def __add__(self, other: int, /) -> str:
        return ""


class B:
    @overload
    def __add__(self, other: str, /) -> str: ...
    @overload
    def __add__(self, other: int, /) -> bytes: ...
    def __add__(self, other: int | str, /) -> str | bytes:
        return b""


def program(x: A | B) -> None:
    reveal_type(operator.add(x, 1))  # str | bytes
