"""Code that mypy accepts with NumPy's stubs alone: results of NumPy in variables, containers and declared places."""

# ruff: noqa: B007, E731, F841, SIM108, UP031

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

F32 = npt.NDArray[np.float32]


def local(a: F32, n: int, flag: bool) -> None:
    x = np.sin(a)
    x = np.zeros(3)
    y = np.sin(a)
    y = y + np.ones(3, np.int8)
    y = np.ones(3, np.int8)
    z = np.sqrt(n)
    z = 3
    w = 0
    w = np.sqrt(n) * w
    total = 0
    total += np.sqrt(n)
    t0 = 0.0
    for i in range(3):
        t0 = t0 + np.sqrt(i)
    c, d = np.sin(a), np.cos(a)
    c, d = np.zeros(3), np.zeros(3)
    e = f = np.sin(a)
    e = np.zeros(3)
    g = np.sin(a) if flag else None
    g = np.zeros(3)
    h = None
    if flag:
        h = np.sin(a)
    else:
        h = np.zeros(3)
    u = np.sin(a)
    u *= np.linspace(0, 1, 3)
    u += 1.0
    u[0] = 1
    u[u > 0] = np.zeros(3)
    k = np.where(a > 0, 1, 0)
    k = k * 0.5
    m = np.clip(a, 0, 1)
    m = m.astype(np.float64)
    r = np.concatenate([a, a])
    r = np.concatenate([r, np.zeros(3)])
    q = np.array([1.0, 2.0])
    q = np.array([1, 2])


def containers(a: F32, n: int) -> None:
    xs = [np.sin(a)]
    xs.append(np.zeros(3))
    ys = []
    ys.append(np.sin(a))
    ys.append(np.zeros(3))
    dd = {"a": np.sin(a), "b": np.zeros(3)}
    dd["c"] = np.ones(3, np.int8)
    ee = {}
    ee["a"] = np.sin(a)
    ee["b"] = np.zeros(3)
    ls: list[npt.NDArray[np.float64]] = [np.sin(a)]
    zs = [np.sqrt(k) for k in range(3)]
    zs.append(3)
    best = max(np.sqrt(n), 3)
    best = 3
    t = (np.sin(a), np.sqrt(n))
    t = (np.zeros(3), 3)
    st = {np.sqrt(n)}
    st.add(1)
    fn: Callable[[int], float] = lambda v: np.sqrt(v)
    red = functools.reduce(lambda p, q: np.maximum(p, q), [a, a])
    srt = sorted([1, 2], key=lambda v: np.sqrt(v))
    cond = np.sqrt(n) > 2 and n > 3
    cond = True
    flag: bool = np.sqrt(n) > 2
    num: float = np.sqrt(n)
    num2: int = np.floor(n)
    i8: int = np.sqrt(n) * 2
    arr: npt.NDArray[np.float64] = np.sin(a)
    arr2: npt.NDArray[np.float64] = np.sin(a) + 1
    arr3: npt.NDArray[np.int64] = np.where(a > 0, 1, 0)
    arr4: npt.NDArray[np.intp] = np.where(a > 0, np.arange(3), 0)


def floored(n: int) -> int:
    return np.floor(n)


def is_two(n: int) -> bool:
    return np.sqrt(n) == 2


def sines(a: F32) -> npt.NDArray[np.float64]:
    return np.sin(a)


def choices(a: F32) -> npt.NDArray[np.float64]:
    return np.where(a > 0, 1, 0)


def product(a: F32) -> float:
    return np.dot(a, a)


def is_positive(a: F32) -> bool:
    return np.dot(a, a) > 0 and bool(a[0])


def take_int(n: int) -> None: ...
def take64(a: npt.NDArray[np.float64]) -> None: ...
def calls(a: F32, n: int) -> None:
    take_int(np.floor(n))
    take_int(np.floor(n) * 2)
    take64(np.sin(a))
    take64(np.sin(a) * 2)
    take64(np.array([1, 2]))


@dataclass
class P:
    x: npt.NDArray[np.float64]
    n: int = 0


class C:
    k = np.sqrt(2)
    arr = np.sin(np.zeros(3))

    def __init__(self, a: F32, n: int) -> None:
        self.x = np.sin(a)
        self.n = np.sqrt(n)
        self.items = [np.sin(a)]
        self.tab = {"k": np.sqrt(n)}

    def set(self, n: int) -> None:
        self.x = np.zeros(3)
        self.n = 3
        self.items.append(np.zeros(3))
        self.tab["z"] = 3


class D(C):
    k = 3
    arr = np.zeros(3, np.int8)

    def other(self) -> None:
        self.x = np.ones(3, np.int8)


p = P(np.sin(np.ones(3, np.float32)), np.floor(3.0))


def outside(c: C) -> None:
    c.x = np.zeros(3, np.int8)
    c.n = 4


G = np.sqrt(2)
G = 3
H = np.sin(np.ones(3))
H = np.ones(3, np.int8)


def nested() -> None:
    v = np.sin(np.ones(3))

    def inner() -> None:
        nonlocal v
        v = np.ones(3, np.int8)

    for v in [np.ones(3, np.int8)]:
        pass
    while True:
        v2 = np.sin(v)
        v2 = np.ones(3, np.int8)
        break
    if (w := np.sin(np.ones(3))) is not None:
        w = np.ones(3, np.int8)
    try:
        b = np.sin(np.ones(3))
    except ValueError:
        b = np.ones(3, np.int8)


def results(a: F32):
    yield np.sin(a)


def texts(n: int, a: F32) -> str:
    return "%d %s" % (np.floor(n), np.sin(a)) + f"{np.sqrt(n):.3f}"


def lengths(n: int) -> list[int]:
    lst = list(range(int(np.ceil(n))))
    return lst[: int(np.floor(n))]


def args(rng: np.random.Generator, a: F32, n: Any, c: Any) -> None:
    rng.integers((0, 0, 0), 255 * np.array([0.2, 0.5, 0.1]), size=3)
    rng.integers(0, np.sqrt(3))
    c1 = rng.integers(0, n, n)
    c1 = np.unravel_index(c1, (3, 3))
    e1 = np.einsum("i,i->i", a, a)
    e1 = "x"


def unpacked(a: F32, n: int) -> None:
    q, r = np.divmod(a, 2)
    q = np.ones(3, np.int8)
    x, y = np.meshgrid(a, np.sin(a))
    x = np.ones((3, 3), np.int8)
    m, e = np.frexp(a)
    m, e = np.zeros(3), np.zeros(3)
    (s, t), u = np.modf(a), np.sqrt(n)
    s = np.ones(3, np.int8)
    u = 3
    first, *rest = np.sin(a), np.cos(a)
    first = np.ones(3, np.int8)
    k, v = divmod(a, np.float64(2))
    k = np.ones(3, np.int8)
    for part in np.split(np.sin(a), 3):
        part = part + 1
    with np.errstate(all="ignore"):
        w = np.log(a)
        w = np.ones(3, np.int8)
    z = [np.sin(a), np.cos(a)]
    z = [np.ones(3, np.int8)]
    del q, r, y, t, rest, v


def open_by_their_operands(s: float, n: int) -> None:
    if n:
        a = np.maximum(np.array([0.5, 1, 2]), np.pi)
    a = s
    c = np.add(np.array([True, 2]), n)
    c = None
    del a, c
