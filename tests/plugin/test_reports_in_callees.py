"""Losses and errors in the body of a function of another module are reported at the call that causes them.

Every call of `CALLS` runs. A call that raises must be an error. A call whose result differs from exact arithmetic must
be a note; all others must be silent. Calls with the same cause are one report.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import jax
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

LIBRARY = """
import jax
import jax.numpy as jnp


def difference(pred: jax.Array, target: jax.Array) -> jax.Array:
    return pred - target


def twice(pred, target):
    return difference(pred + 0, target) * 2


def shifted(x: jax.Array, by: int = 1, is_wanted: bool = True) -> jax.Array:
    if is_wanted:
        x = x << by
    return x


def shifted_integers(x: jax.Array) -> jax.Array:
    if jnp.issubdtype(x.dtype, jnp.floating):
        return x * 2
    return x << 1


def shifted_or_not(x, is_wanted: bool):
    return x << 1 if is_wanted else x


def attempted(x: jax.Array) -> jax.Array:
    try:
        return x << 1
    except TypeError:
        return x * 2


def masked(x: jax.Array, other: jax.Array | None = None) -> jax.Array:
    if other is None:
        return x
    return x - other


def unused(x: jax.Array) -> jax.Array:
    def shift() -> jax.Array:
        return x << 1

    return x


def used(x: jax.Array) -> jax.Array:
    def shift() -> jax.Array:
        return x << 1

    return shift()


def ignored(pred: jax.Array, target: jax.Array) -> jax.Array:
    return pred - target  # type: ignore[dtype-range]


def through_ignored(pred: jax.Array, target: jax.Array) -> jax.Array:
    return ignored(pred, target)


def its_own(x: jax.Array) -> jax.Array:
    return x + 0 * (jnp.ones(2, jnp.uint32) - jnp.ones(2, jnp.int32))


def added(x: jax.Array, number: int) -> jax.Array:
    return x + number


def repeated(x: jax.Array, steps: int) -> jax.Array:
    for _ in range(3):
        if steps == 0:
            break
        x = x << 1
    return x


def lost(pred: jax.Array, target: jax.Array) -> jax.Array:
    return pred - target


def moved(x: jax.Array) -> jax.Array:
    return x << 1


class Scale:
    def __init__(self, by: int) -> None:
        self.by = by

    def __call__(self, x: jax.Array) -> jax.Array:
        return x << self.by

    @staticmethod
    def back(x: jax.Array) -> jax.Array:
        return x >> 1


@jax.jit
def compiled(pred: jax.Array, target: jax.Array) -> jax.Array:
    return pred - target
"""
HEADER = """
import jax.numpy as jnp

from library import *

u32 = jnp.full(2, 2**32 - 1, jnp.uint32)
i32 = jnp.full(2, -1, jnp.int32)
i8 = jnp.full(2, 100, jnp.int8)
f32 = jnp.full(2, 0.5, jnp.float32)


"""
CALLS = [
    "difference(u32, i32)",
    "difference(f32, i32)",
    "difference(i8, i32)",
    "twice(u32, i32)",
    "twice(i8, f32)",
    "shifted(f32)",
    "shifted(i32)",
    "shifted(f32, is_wanted=False)",
    "shifted_integers(f32)",
    "shifted_integers(i32)",
    "shifted_or_not(f32, False)",
    "attempted(f32)",
    "masked(u32)",
    "masked(u32, None)",
    "masked(u32, i32)",
    "masked(i32, i32)",
    "unused(f32)",
    "used(f32)",
    "used(i32)",
    "its_own(i32)",
    "added(i8, 1)",
    "repeated(f32, 0)",
    "Scale(1)(f32)",
    "Scale(1)(i32)",
    "Scale.back(f32)",
    "compiled(u32, i32)",
    "compiled(u32, u32)",
]
IGNORED = [
    "ignored(u32, i32)",
    "through_ignored(u32, i32)",
    "lost(u32, i32)  # type: ignore[dtype-range]",
    "moved(f32)  # type: ignore[dtype-promotion]",
]
EXPRESSIONS = [*CALLS, *IGNORED]
REPORT = re.compile(r"program\.py:(\d+): (error|note): in (\w+) \(library\.py:(\d+)\): .*  \[[\w-]+\]")
SAME_CAUSE = {"twice(u32, i32)": "difference(u32, i32)", "shifted_or_not(f32, True)": "shifted(f32)"}
"""Calls whose loss is in a function that an earlier call calls, too."""
OF_THE_LIBRARY = "its_own(i32)"
"""A call whose loss does not depend on the argument, so that the library has a report of its own."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("callees")
    (folder / "library.py").write_text(LIBRARY)
    functions = (f"def call_{number}() -> object:\n    return {text}\n" for number, text in enumerate(EXPRESSIONS))
    (folder / "program.py").write_text(HEADER + "\n\n".join(functions))
    (folder / "mypy.ini").write_text(ini(mypy="warn_unused_ignores = true\n"))
    return folder


@pytest.fixture(scope="module")
def output(folder: Path) -> str:
    return Mypy().check("program.py", folder=folder).output


def expected(text: str, module: object) -> str | None:
    """How a call must be reported: it runs in JAX, and in exact arithmetic."""
    names = {name: getattr(module, name) for name in dir(module)}
    try:
        result = np.asarray(eval(text, names))
    except TypeError:
        return "error"
    exact = {name: np.array(v.tolist(), object) for name, v in names.items() if isinstance(v, jax.Array)}
    try:
        wanted = eval(text, names | exact)
    except (TypeError, AttributeError):  # operators that Python's numbers do not have, or functions of JAX alone
        return None
    return None if np.array_equal(result.astype(object), np.asarray(wanted)) else "note"


@pytest.mark.slow
def test_reports_are_true(folder: Path, output: str, record_cases) -> None:
    sys.path.insert(0, str(folder))
    try:
        program = importlib.import_module("program")
    finally:
        sys.path.remove(str(folder))
    first = HEADER.count("\n") + 2
    lines = {first + 4 * number: text for number, text in enumerate(EXPRESSIONS)}
    reported = {lines[int(m[1])]: m[2] for m in REPORT.finditer(output)}
    wanted = {text: kind for text in CALLS if (kind := expected(text, program)) is not None}
    wanted["compiled(u32, i32)"] = "note"  # jax.jit rejects arbitrary Python objects
    record_cases(len(EXPRESSIONS), len(set(reported.items()) - set(wanted.items())))
    assert reported.pop(OF_THE_LIBRARY) == "note"
    assert reported == {text: kind for text, kind in wanted.items() if text not in SAME_CAUSE}, output
    assert all(SAME_CAUSE[text] in reported for text in wanted.keys() & SAME_CAUSE.keys())


def test_places(output: str) -> None:
    lines = LIBRARY.splitlines()
    reported = {m[3]: lines[int(m[4]) - 1].strip() for m in REPORT.finditer(output)}
    assert reported["difference"] == "return pred - target"
    assert reported["shifted"] == "x = x << by"
    assert reported["shift"] == "return x << 1"


def test_each_page_is_linked_once_in_each_file(output: str) -> None:
    links = re.findall(r"^(\w+\.py):\d+: note: (See \S+)$", output, re.MULTILINE)
    assert ("program.py", "See https://jaxtyping-promo.readthedocs.io/errors/dtype-promotion/") in links, output
    assert len(links) == len(set(links)), output


def test_comments_are_neither_repeated_nor_unused(output: str) -> None:
    assert "unused-ignore" not in output, output
    assert output.count("library.py:") - len(REPORT.findall(output)) <= 3, output  # its own report, advice, and link


@pytest.mark.parametrize("strict", ["program", pytest.param("library a_caller", marks=pytest.mark.long)])
def test_the_module_of_the_call_decides_whether_a_loss_is_an_error(folder: Path, strict, tmp_path: Path) -> None:
    modules = ("a_caller", "library", "program")
    for name in modules:
        text = (folder / ("library.py" if name == "library" else "program.py")).read_text()
        (tmp_path / f"{name}.py").write_text(text)
    overrides = "".join(f"[jaxtyping-promo-{name}]\nreports = strict\n" for name in strict.split())
    (tmp_path / "mypy.ini").write_text(ini() + overrides)
    output = Mypy().check(*(f"{name}.py" for name in modules), folder=tmp_path).output
    losses = {
        name: set(re.findall(rf"^{name}\.py:\d+: (error|note): .*  \[dtype-range\]$", output, re.M)) for name in modules
    }
    assert losses == {name: {"error" if name in strict.split() else "note"} for name in modules}, output
