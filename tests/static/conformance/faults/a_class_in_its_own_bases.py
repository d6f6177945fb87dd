"""A class that first appears in type arguments of its base's bases loses its bases, and is assignable to any type."""

from typing import Generic, TypeVar

T = TypeVar("T", covariant=True)


class Row(Generic[T]): ...


class Float(Row["Int"]): ...


class Int(Row["Weak"]): ...


class Weak(Float): ...


class Array(Generic[T]): ...


def first(f: Array[Float]) -> None: ...


def program(weak: Array[Weak]) -> None:
    i: Array[Int] = weak  # error
    print(i)
