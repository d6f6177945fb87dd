"""The checker solves the type variables of a protocol by the first overload of a method alone."""

from typing import overload, reveal_type


class A:
    @overload
    def __divmod__(self, other: int) -> tuple[int, int]: ...
    @overload
    def __divmod__(self, other: str) -> tuple[str, str]: ...
    def __divmod__(self, other: int | str) -> tuple[int, int] | tuple[str, str]:
        return (0, 0) if isinstance(other, int) else ("", "")


def program(a: A) -> None:
    reveal_type(divmod(a, 1))  # tuple[int, int]
    reveal_type(divmod(a, ""))  # tuple[str, str]
