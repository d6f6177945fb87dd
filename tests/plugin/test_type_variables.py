"""Functions of packages with one type variable for any array: each result has the true dtype, or an unknown dtype."""

from __future__ import annotations

from pathlib import Path

import jax.numpy as jnp
import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

PACKAGE = """\
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import jax

A = TypeVar("A")
B = TypeVar("B", bound=jax.Array)

class Box(Generic[A]):
    def __init__(self, value: A) -> None:
        self.value: Any = value
    def __mul__(self, other: Any) -> A:
        return self.value * other
    def __rmul__(self, other: Any) -> A:
        return other * self.value
    def __truediv__(self, other: Any) -> A:
        return self.value / other
    def __pow__(self, other: Any) -> A:
        return self.value ** other
    def __abs__(self) -> A:
        return abs(self.value)
    def __neg__(self) -> A:
        return -self.value
    def get(self) -> A:
        return self.value
    def at(self, index: int, name: str = "") -> A:
        return self.value
    def plus(self, other: Any) -> A:
        return self.value + other
    def other_or(self, default: B | None = None) -> B:
        return self.value

def like(x: A, other: Any) -> A:
    made: Any = x
    return made.astype(other.dtype)
def cast(x: A, dtype: Any) -> A:
    made: Any = x
    return made.astype(dtype)
def scaled(x: B, by: float | jax.Array) -> B:
    made: Any = x * by
    return made
def mapped(function: Callable[[Any], Any], x: A) -> A:
    return function(x)
def made(function: Callable[..., A], *arguments: Any) -> A:
    return function(*arguments)
def named(x: A, name: str, size: int = 1, *, key: jax.Array | None = None) -> A:
    return x
"""
PROGRAM = """\
import jax
import jax.numpy as jnp
from boxes import Box, cast, like, made, mapped, named, scaled
from jaxtyping_promo import Array, complex64, float16, int32

half, single, ints = jnp.ones(3, jnp.float16), jnp.ones(3), jnp.arange(3)
box: "Box[Array[float16]]" = Box(half)
of_ints: "Box[Array[int32]]" = Box(ints)
of_complex: "Box[Array[complex64]]" = Box(jnp.ones(3, jnp.complex64))

"""
KEPT = {
    "box * 2": "float16",
    "2.0 * box": "float16",
    "box * half": "float16",
    "box * ints": "float16",
    "-box": "float16",
    "box.get()": "float16",
    "box.at(0, name='a')": "float16",
    "box.plus(1)": "float16",
    "box.plus(half)": "float16",
    "like(half, half)": "float16",
    "scaled(half, 2.0)": "float16",
    "made(lambda: half)": "float16",
    "abs(box)": "float16",
    "named(half, 'a', 2, key=jax.random.key(0))": "float16",
}
"""Expressions in which no argument changes the dtype, with the dtype."""
CHANGED = {
    "box * single": "float32",
    "single * box": "float32",
    "of_ints / 2": "float32",
    "of_ints * 2.0": "float32",
    "abs(of_complex)": "float32",
    "pow(box, single)": "float32",
    "box.plus(single)": "float32",
    "box.other_or(single)": "float16",
    "like(single, half)": "float16",
    "cast(single, jnp.float16)": "float16",
    "cast(single, 'float16')": "float16",
    "scaled(ints, 2.0)": "float32",
    "scaled(half, single)": "float32",
    "mapped(lambda x: x.astype(jnp.float16), single)": "float16",
}
"""Expressions whose dtype differs from the dtype in their signature, with the true dtype."""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "lib" / "site-packages"
    (folder / "boxes").mkdir(parents=True)
    (folder / "boxes" / "__init__.py").write_text(PACKAGE)
    (folder / "boxes" / "py.typed").touch()
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.mark.slow
def test_results_are_true_or_unknown(package: Path, tmp_path: Path) -> None:
    expressions = {**KEPT, **CHANGED}
    names: dict[str, object] = {}
    exec(PROGRAM, names)
    assert {source: eval(source, names).dtype for source in expressions} == {
        source: jnp.dtype(dtype) for source, dtype in expressions.items()
    }
    lines = [*PROGRAM.splitlines(), *(f"reveal_type({source})" for source in expressions)]
    (tmp_path / "program.py").write_text("\n".join([*lines, ""]))
    (tmp_path / "mypy.ini").write_text(ini(mypy=f"mypy_path = {package}"))
    report = Mypy().check("program.py", folder=tmp_path)
    first = len(PROGRAM.splitlines()) + 1
    shown = {source: report.line("program.py", n).revealed for n, source in enumerate(expressions, start=first)}
    known = {source: [f"Array[{dtype}]"] for source, dtype in expressions.items()}
    known |= {source: ["Array[weak_float]"] for source in CHANGED if eval(source, names).weak_type}
    assert {s: shown[s] for s in KEPT} == {s: known[s] for s in KEPT}, report.output
    assert {s: shown[s] for s in CHANGED if shown[s] not in (["Array[Any]"], ["Any"], known[s])} == {}, report.output
    assert [line.errors for line in report.lines.values() if line.errors] == []


COPIED = """\
from typing import TypeVar
import jax
import jax.numpy as jnp

N = TypeVar("N", float, jax.Array)

class Box:
    value: jax.Array

def step(x: N) -> N:
    y = jnp.asarray(x)
    y = y.astype(jnp.int8)
    reveal_type(y)
    loss = y.sum()
    loss = loss.item()
    function = jax.jit(lambda v: v)
    function = jax.jit(lambda v: v + 1)
    boxes = [Box()]
    box = boxes[0]
    box = Box()
    box.no_such
    return x

assert step(1.0) == 1.0
"""


def test_errors_in_a_function_that_mypy_checks_for_each_value(tmp_path: Path) -> None:
    """mypy checks copies of the body, in which the plugin follows no variable. Errors of plain JAX stay errors."""
    (tmp_path / "program.py").write_text(COPIED)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    errors = {place: line.errors for place, line in report.lines.items() if line.errors}
    at = COPIED.splitlines().index("    box.no_such") + 1
    assert errors == {("program.py", at): [("attr-defined", '"Box" has no attribute "no_such"')]}
    assert report.line("program.py", COPIED.splitlines().index("    reveal_type(y)") + 1).revealed == ["Array[Any]"]
