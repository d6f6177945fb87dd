"""Operators wherever Python takes an expression."""
import asyncio
import contextlib
import dataclasses
import enum
import functools
import operator
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Never, NewType, NoReturn, TypedDict, cast, final

from jaxtyping_promo import *

a: Array[int8]
b: Array[float16]
c = a + b
Alias = Array[float32]
type Recursive = Array[float32] | list[Recursive]
type Endless = Endless
Renamed = NewType("Renamed", Array[int16])


class Body:
    x: Array[int8]
    y = a * b
    z = lambda self: self.y + self.x
    w = [i + j for i in (a, b) for j in (a, 2) if (i == j).all()]

    def __init__(self) -> None:
        self.x = self.x + self.later
        self.later = self.x - a

    @property
    def product(self) -> Array[bfloat16]:
        return self.x @ self.y

    @staticmethod
    @functools.cache
    def s(x=a + b): return x

    @classmethod
    def k(cls): return cls.y ** cls.x


class Point(NamedTuple):
    x: Array[int8]
    y: "Array[float32]" = a + a


class Typed(TypedDict, total=False):
    x: Array[int8]


@dataclasses.dataclass
class Data:
    x: Array[int8] = a + a
    y: Array[Any] = dataclasses.field(default_factory=lambda: a - b)


class Color(enum.Enum):
    RED = a + b


class Int(enum.IntEnum):
    ONE = 1


def flow(x: Array[int8] | None, y: Array[int8] | Array[float32] | int, n: Never, r: Recursive, o: object, e: Endless) -> Array[int16]:
    reveal_type(x + y)
    reveal_type(y + x)
    if x is None:
        reveal_type(y * 2.0)
    elif isinstance(y, int) or (z := x + y) is x:
        reveal_type(x - y)
    else:
        reveal_type(z)
        while (z := z + 1) is not None:
            break
    reveal_type(n + x)
    reveal_type(y + n)
    reveal_type(r + y)
    reveal_type(e + y)
    reveal_type(y + e)
    reveal_type(o + y)
    reveal_type(y + o)
    match y:
        case Array():
            reveal_type(y + a)
        case int() as i if i > 3:
            reveal_type(i + a)
        case _:
            reveal_type(a + y)
    for k in (a + b):
        reveal_type(k - a)
    try:
        y += a
        y -= b
        y //= y
        y @= y
    except* TypeError:
        del y
        y + a
    with contextlib.suppress(a + b) as s:
        s + a
    assert a + b, a - b
    a[a + 1] += b
    a.x = a + b
    Body().x += b
    f"{a + b!r:{a - b}}"
    print(*(a + b), **(a + b), sep=a + b)
    lambda *p, **k: p + a + k
    a + (yield_ := a) + yield_
    a < b < a <= 3 != a is not b in a
    not a and b or a + b
    ~a, -a, +a, not a
    (a if x else b) + a
    a + a if a + a else a + b
    reveal_type(functools.reduce(operator.add, [a, b]))
    reveal_type(sum([a, b], start=a))
    reveal_type(max(a, b) + min(a, b))
    reveal_type(map(lambda q: q + a, [a, b]))
    reveal_type(sorted([a, b], key=lambda q: q + b))
    reveal_type(Point(a).x + Point(a)[1])
    reveal_type(Data().x + Data().y)
    reveal_type(Color.RED.value + a)
    reveal_type(Int.ONE + a)
    reveal_type(a + Int.ONE)
    reveal_type(Typed(x=a)["x"] + Typed(x=a).get("x"))
    reveal_type(cast("Array[float64]", a) + a)
    reveal_type(Renamed(a) + a)
    reveal_type({a + b: a - b})
    reveal_type([*(a + b)])
    reveal_type(a.__add__(b))
    reveal_type(Array.__add__(a, b))
    reveal_type(a.__radd__(2))
    reveal_type(super(Array, a).__add__(b))
    reveal_type(getattr(a, "x") + a)
    reveal_type(a + ...)
    reveal_type(a + "text")
    reveal_type("text" + a)
    reveal_type("text" % a)
    reveal_type([a] * a)
    reveal_type((a,) + a)
    reveal_type(a + (a,))
    reveal_type(a + Array)
    reveal_type(int8 + a)
    reveal_type(a + int8)
    reveal_type(a + asyncio)
    reveal_type(a + flow)
    return a + b


async def coroutines(x: Array[int8]) -> AsyncIterator[Array[float32]]:
    y = await asyncio.sleep(1, x) + x
    async for z in coroutines(x + x):
        yield z + y
    yield [i + j async for i in coroutines(x) for j in (x, 1.0)]


def generator() -> Iterator[Array[int8]]:
    got = yield a + b
    reveal_type(got + a)
    other = yield from generator()
    reveal_type(other + a)


def untyped(x, y=a + b, *z):
    return x + y + z + a


if TYPE_CHECKING:
    def conditional(x: Array[int8]) -> Array[int8]: return x + x
else:
    def conditional(x): return x + 1

if a + b:
    conditional = lambda x: x + a
    from nowhere import Array
else:
    class Array: ...

reveal_type(Array() + a)
