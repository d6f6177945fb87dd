"""mypy narrows types with the plugin as it does without it, wherever no array is involved."""

from __future__ import annotations

import pytest
from checkers import Mypy
from checkers.mypy import ini

NARROWED = {
    "the subject of a match": """\
import jax

class Path:
    def __init__(self, *parts: str) -> None:
        self.parts = parts

class Holder:
    path: str | tuple[str, ...] | Path | None = None

def last(path: str | tuple[str, ...] | Path, holder: Holder, both: tuple[int | None, str | None]) -> str:
    match path:
        case str():
            path = Path(path)
        case tuple() as parts:
            path = Path(*parts)
        case other:
            other.parts
    parts = ("a", "b")
    match holder.path:
        case str() as text:
            holder.path.upper()
        case tuple() as parts:
            reveal_type(holder.path)
        case Path() | None as text_or_none:
            reveal_type(holder.path)
    match both:
        case (int() as n, None):
            reveal_type(both)
        case (n, other_text):
            reveal_type(both)
    a, b = both
    match (a, b):
        case (int() as n, str() as text):
            a + 1
            b.upper()
        case (c, d):
            reveal_type(a)
            reveal_type(b)
    match (path := path):
        case Path(parts=parts):
            reveal_type(path)
    return path.parts[-1]

match [1, None][0]:
    case int() as number:
        number + 1
    case number:
        reveal_type(number)
""",
    "a chain of conditions": """\
import jax
from jax.typing import DTypeLike

def is_wide(dtype: DTypeLike) -> bool:
    return dtype == "float64"

class Layer:
    dtype: DTypeLike | None = None
    name: str | None = None
    sizes: list[int] | None = None

    def check(self, verbose: bool, count: int) -> None:
        if verbose and self.dtype is not None and count:
            is_wide(self.dtype)
        if verbose and self.name and self.sizes:
            self.name.upper()
            self.sizes.append(count)
        if not (self.sizes and (self.name and verbose)):
            return
        self.name.upper()
        reveal_type(verbose and self.name and self.sizes)

    def first(self, verbose: bool) -> object:
        return verbose or self.name or self.sizes
""",
    "an assignment in a condition": """\
import jax

class Node:
    next: "Node | None" = None
    size: int | None = None

def walk(node: Node, table: dict[str, str | None], value: int | str | None) -> None:
    after = None
    if after := node.next:
        node.next.next
        after.next
    text = None
    if text := table["a"]:
        table["a"].upper()
        text.upper()
    is_text = False
    if is_text := isinstance(value, str):
        value.upper()
    if is_text := (node.size is not None and node.size > 1):
        node.size + 1
    while is_text := not (node.next is None):
        node.next.next
    if is_text := value is None:
        return
    reveal_type(value)
    first = second = None
    if (first := (second := Node())).next:
        first.next
        second.next
""",
    "an item beside another one": """\
import jax

def fill(table: dict[str, str | None], rows: list[str | None], key: str, index: int, mixed: list[int | str]) -> None:
    if table["a"] is not None and rows[0] is not None:
        table[key] = None
        table["b"] = None
        rows[1] = None
        rows[index] = None
        table["a"].upper()
        rows[0].upper()
    if isinstance(mixed[0], str):
        mixed[0] = mixed[0] + "a"
        reveal_type(mixed[0])
    table["c"] = "a"
    table["c"].upper()  # mypy reports it
""",
    "tuples and lists in both sides of an assignment": """\
import jax

class A: ...
class B: ...

def swap(a: A, b: B) -> None:
    x, (y, z) = a, [b, a]
    x = a
    y = b
    z = a
    x, (y, [z, x]) = a, (b, [a, b])  # mypy reports it at the last b
    [x, y] = [a]  # mypy reports the length
    [x, y] = [a, b, a]  # mypy reports the length
""",
    "classes in nested tuples": """\
import jax

def shorten(x: "int | str | bytes | float") -> None:
    if isinstance(x, (int, (str, bytes))):
        reveal_type(x)
    else:
        reveal_type(x)
    isinstance(x, (int, (str, list[int])))  # mypy reports it
""",
    "None in another branch": """\
import jax

def pair() -> tuple[str, list[int]]:
    return "a", [1]

def choose(flag: bool) -> None:
    if flag:
        name, (sizes, more) = "a", pair()
    else:
        name, (sizes, more) = None, (None, None)
    reveal_type(name)
    reveal_type(sizes)
    reveal_type(more)
""",
    "items of unpacked containers": """\
import jax

def take(pair: tuple[int, str], many: list[int], good: tuple[int, int] | tuple[str, str]) -> None:
    x, y, z = *pair, b""
    reveal_type(x)
    a, b, c = *many, "t"
    reveal_type(c)
    p, *q = [1, "a", b"c"]
    reveal_type(p)
    t = u, v = good
    reveal_type(t)
    x, a, p, t = x, a, p, t
""",
    "generic functions and unions": """\
from typing import TypeVar

import jax

T = TypeVar("T")

def first(x: T, y: list[T]) -> list[T]:
    return [x, *y]

def second(x: T, y: list[T]) -> list[T]:
    return [*y, x]

def choose(flag: bool, text: str) -> None:
    combined = first
    if flag:
        combined = second
    reveal_type(combined)
    reveal_type(combined(1, [2]))
    found = text and None
    found = found
    reveal_type(found)
""",
    "members of enums": """\
import enum

import jax

class Kind(enum.Enum):
    FLOAT = "float"
    WHOLE = 1

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2

def of(kind: Kind, level: Level) -> None:
    reveal_type(Kind.FLOAT.value)
    reveal_type(Kind.FLOAT.name)
    reveal_type(kind.value)
    reveal_type(level.value)
    reveal_type(Level.LOW._value_)
    if kind is Kind.WHOLE:
        reveal_type(kind.value)
        reveal_type(kind.name)
""",
    "no expression of type Any": """\
# mypy: disallow-any-expr
import jax

class Box:
    size = 1

def made() -> Box:
    return Box()

def of(text: str | int) -> None:
    box = made()
    match text:
        case str() as name:
            name = "a"
    for each in [made(), made()]:
        box = each

box = made()
""",
}
"""Programs without arrays, by what they narrow."""

WITH_ARRAYS = """\
from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax.lax import fori_loop

@jax.jit
def halves(x: jax.Array) -> tuple[jax.Array, jax.Array | None]:
    return x / 2, None

def show(x: jax.Array, is_compiled: bool) -> None:
    if is_compiled:
        low, high = halves(x)
    else:
        low, high = None, None
    if is_compiled:
        one, (two, three) = x, halves(x)
    else:
        one, (two, three) = None, (None, None)

def same(i: jax.Array, carry):
    return carry

def solve(a: jax.Array, b: jax.Array) -> jax.Array:
    start = (a, b, a)
    start = (a, b)  # error
    u, _ = fori_loop(0, 3, same, start)
    return u

def captured(x: jax.Array | str | None) -> jax.Array | None:
    match x:
        case str() as y:
            x.upper()
        case None as y:
            return x
        case y:
            pass
    y = y if isinstance(y, jax.Array) else None
    return y
"""
"""A program with arrays, in which mypy reports nothing but one assignment."""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """mypy's output for all programs, with the plugin and without it."""

    def output(configuration: str) -> str:
        folder = tmp_path_factory.mktemp("narrowing")
        (folder / "mypy.ini").write_text(configuration)
        files = [f"program{number}.py" for number, _ in enumerate(NARROWED)]
        for file, program in zip(files, NARROWED.values(), strict=True):
            (folder / file).write_text(f"{program}\n# mypy: warn-unreachable\n")
        return Mypy("--show-column-numbers").check(*files, folder=folder).output

    return output(ini()), output("[mypy]\n")


@pytest.mark.parametrize("kind", NARROWED)
def test_mypy_reports_the_same_with_the_plugin(kind, outputs):
    file = f"program{[*NARROWED].index(kind)}.py:"
    with_plugin, without = ([line for line in text.splitlines() if line.startswith(file)] for text in outputs)
    assert with_plugin == without
    assert any("error:" in line for line in without) == ("mypy reports" in NARROWED[kind])


def test_values_of_another_branch_and_rejected_values(tmp_path):
    (tmp_path / "program.py").write_text(WITH_ARRAYS)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    wrong = {number for number, line in enumerate(WITH_ARRAYS.splitlines(), 1) if line.endswith("# error")}
    assert {number for (_, number), line in report.lines.items() if line.errors} == wrong
