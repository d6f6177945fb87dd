"""Type variables of every kind as dtypes, as arrays and around them."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, TypeVarTuple, Unpack, overload

from jaxtyping_promo import *

T = TypeVar("T")
D = TypeVar("D", bound=generic)
F = TypeVar("F", bound=floating)
C = TypeVar("C", int8, float32)
A = TypeVar("A", bound=Array[float32])
AC = TypeVar("AC", Array[int8], Array[float32])
U = TypeVar("U", bound=int8 | float32)
Default = TypeVar("Default", bound="Array[Any] | float")
Ts = TypeVarTuple("Ts")
P = ParamSpec("P")


def plain(x: T, y: Array[float32]) -> T:
    reveal_type(x + y)
    reveal_type(y + x)
    return x


def dtypes(d: Array[D], f: Array[F], c: Array[C], u: Array[U]) -> None:
    reveal_type(d + d)
    reveal_type(d + f)
    reveal_type(f * 2)
    reveal_type(2 * f)
    reveal_type(f / f)
    reveal_type(c + c)
    reveal_type(c + f)
    reveal_type(u - u)
    reveal_type(u // 2.0)
    reveal_type(-d)
    reveal_type(abs(f))
    reveal_type(~d)
    reveal_type(d == f)
    reveal_type(divmod(f, u))


def arrays(a: A, ac: AC, b: Default) -> tuple[A, AC]:
    reveal_type(a + a)
    reveal_type(a + 1)
    reveal_type(1 + a)
    reveal_type(ac + ac)
    reveal_type(b + b)
    reveal_type(-a)
    reveal_type(abs(ac))
    return a, ac


def packed(*xs: Unpack[Ts]) -> tuple[Unpack[Ts]]:
    reveal_type(xs[0] + xs[1])
    return xs


def starred(*xs: *tuple[Array[int8], *tuple[Array[float16], ...]], **kw: Array[bool_]) -> None:
    reveal_type(xs[0] + xs[-1])
    reveal_type(kw["a"] - kw["b"])


class OfTuple(Generic[Unpack[Ts]]):
    x: Array[Unpack[Ts]]

    def add(self) -> None:
        reveal_type(self.x + self.x)


class OfSpec(Generic[P]):
    x: Array[P]

    def add(self, *args: P.args, **kwargs: P.kwargs) -> None:
        reveal_type(self.x + 1)
        reveal_type(args + self.x)
        reveal_type(self.x + kwargs)


class Mine(Array[D]):
    def __add__(self, other: Any) -> Mine[D]:
        return self

    def double(self) -> Self:
        reveal_type(self + self)
        reveal_type(self * self)
        reveal_type(2 * self)
        return self


class Deeper(Mine[float16], Generic[T]):
    x: T


class Odd(Array[int8], Sequence[int]):
    """Bases with operators of their own."""


class Adds(Protocol[T]):
    def __add__(self, other: T, /) -> T: ...


def decorated(function: Callable[Concatenate[Array[D], P], Array[D]]) -> Callable[P, Array[D]]:
    raise NotImplementedError


@decorated
def use(x: Array[float32], y: Array[int8]) -> Array[float32]:
    return x * y


@overload
def pick(x: Array[int8]) -> Array[int16]: ...
@overload
def pick(x: Array[float32] | float) -> Array[bfloat16]: ...
def pick(x: Any) -> Any:
    return x + x


def more(m: Mine[int8], d: Deeper[int], o: Odd, p: Adds[Array[float32]], a: Array[float32]) -> None:
    reveal_type(m + a)
    reveal_type(m - a)
    reveal_type(d - a)
    reveal_type(a - d)
    reveal_type(o + a)
    reveal_type(a @ o)
    reveal_type(p + a)
    reveal_type(a + p)
    reveal_type(use(a) + a)
    reveal_type(pick(m * m) + pick(a))
    reveal_type(plain(a, a) + a)
    reveal_type(packed(a, m))
    q: Adds[Array[float32]] = a


def new_style[N: integer, *Ns, **Q](x: Array[N], *rest: *Ns) -> Array[N]:
    reveal_type(x + x)
    reveal_type(x / x)
    return x
