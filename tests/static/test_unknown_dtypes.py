"""Arguments and arrays of unknown or partly known dtype: checkers infer no wrong dtype and report no error."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from checkers import CHECKERS, FORKS, Report
from made_once import value_made_once

pytestmark = pytest.mark.once

PYRIGHTS = ("pyright", "basedpyright")

PROGRAM = """\
import jax
import jax.numpy as jnp

INITIALIZER = jax.nn.initializers.lecun_normal()

def program(x, dtype=None):
    given = dtype or {other}
    reveal_type(jnp.zeros(3, given))
    reveal_type(jnp.ones(3, dtype={given}))
    reveal_type(jnp.asarray(3, dtype={given}))
    reveal_type(jnp.arange(3, dtype={given}))
    reveal_type(jnp.sum(jnp.ones(3), dtype={given}))
    reveal_type(jnp.ones(3).sum(dtype={given}))
    reveal_type(jax.random.normal(jax.random.key(0), (3,), {given}))
    reveal_type(INITIALIZER(jax.random.key(0), (3, 3), {given}))

program(jnp.ones(3))
"""
BY_WAY_OF_ANOTHER = """\
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import jax
import jax.numpy as jnp

P = ParamSpec("P")
R = TypeVar("R")

def call(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return function(*args, **kwargs)

def program(x: jax.Array, dtype: Any):
    i = jnp.ones(3, jnp.int8)
    reveal_type(call(jnp.asarray, i, dtype))
    reveal_type(call(jnp.arange, 3, dtype=dtype))
    reveal_type(call(jnp.sum, x, axis=0, dtype=dtype))
    reveal_type(call(jnp.sum, i, axis=0, dtype=dtype))
    reveal_type(call(jnp.mean, i, dtype=dtype))
    reveal_type(call(jnp.cumsum, x, 0, dtype))
    reveal_type(call(jnp.concatenate, [i, i], dtype=dtype))
    reveal_type(call(jax.random.normal, jax.random.key(0), (3,), dtype))
"""
WITH_A_DTYPE = re.compile(r"Array\[(?!Any\]|Unknown\])")
OF_AN_UNKNOWN_ARRAY = """\
import jax
import jax.numpy as jnp

def program(x: jax.Array):
    known = jnp.ones(3, jnp.int8)
    reveal_type(known + x)
    reveal_type(known / x)
    reveal_type(known // x)
    reveal_type(known ** x)
    reveal_type(known @ x)
    reveal_type(known & x)
"""
ON_AN_UNKNOWN_ARRAY = """\
from typing import Any
import jax
import jax.numpy as jnp

def program(x: jax.Array, y: jax.Array[Any]):
    reveal_type(x + jnp.ones(3, jnp.int8))
    reveal_type(x + y)
    reveal_type(x / 2)
    reveal_type(2.0 ** x)
    reveal_type(x @ y)
    reveal_type(x << 1)
    reveal_type(x & y)
"""
WRONG_OPERANDS = """\
import jax
import jax.numpy as jnp

def program(x: jax.Array, scale: jax.Array | None, several: list[jax.Array]):
    print(jnp.ones(3, jnp.int8) + several)  # of a known dtype
    print(x + several)
    print(x <= several)
    print(x * scale)
    print(scale * x)
"""
DECLARED_WITH_A_DTYPE = """\
import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, floating

def program(x: jax.Array, c: Array[floating], scale: jnp.float32, limit: jnp.float64):
    print(jnp.ones(3, jnp.int8) * scale, jnp.ones(3) - limit)
    print(x > limit, x ** scale, c * scale)
    print(scale / x, limit @ x)

program(jnp.ones(3), jnp.ones(3), jnp.float32(2), jnp.ones(3))
"""
OF_AN_OPERATOR = {
    "pyrefly": "unsupported-operation",
    "zuban": "operator",
    **dict.fromkeys(PYRIGHTS, "reportOperatorIssue"),
}
"""The error code of each checker for an operator. mypy without the plugin reports a call instead."""
ARRAY = re.compile(r"Array\[(Any|Unknown)\]|Array$")
EXECUTABLE = [name for name, checker in CHECKERS.items() if checker.executable()]
IN_PART = "of what is unknown, or one of the dtype classes, pyright takes the class for the argument"


def _cases() -> list[object]:
    cases: list[object] = []
    for name in EXECUTABLE:
        asked = [pytest.mark.exhaustive] if name in FORKS else []
        fails = [pytest.mark.xfail(strict=True, reason=IN_PART)] if "pyright" in name else []
        cases.append(pytest.param(name, "dtype", "None", id=f"{name}-None", marks=asked))
        cases.append(pytest.param(name, "given", "jnp.float16", id=f"{name}-a class", marks=[*asked, *fails]))
    return cases


@pytest.mark.parametrize(("name", "given", "other"), _cases())
def test_the_result_has_no_dtype(name, given, other):
    assert_no_dtype_is_revealed(name, f"{given}.py")


@pytest.mark.slow
@pytest.mark.parametrize("name", EXECUTABLE)
def test_the_result_by_way_of_another_function_has_no_dtype(name):
    assert_no_dtype_is_revealed(name, "by_way_of_another.py")


FIRST = "the overload without a dtype has the parameter, for editors to show, and takes what may be anything"
"""With an overload for an unknown dtype in first place, editors would show its signature for `jnp.zeros`."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=() if name in ("pyrefly", "ty") else pytest.mark.xfail(strict=True, reason=f"{name}: {FIRST}")
        )
        for name in EXECUTABLE
    ],
)
def test_the_result_of_a_function_of_other_values_has_no_dtype(name):
    assert_no_dtype_is_revealed(name, "of_other_values.py")


@pytest.mark.slow
@pytest.mark.parametrize("name", EXECUTABLE)
def test_beside_an_array_of_known_dtype_it_is_an_array(name):
    revealed = all_revealed(name, "of_an_unknown_array.py")
    assert [text for text in revealed if not ARRAY.match(text)] == []


SEVERAL = "several overloads of the descriptor fit an array of unknown dtype, of which ty says nothing then"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=SEVERAL) if name == "ty" else ())
        for name in EXECUTABLE
    ],
)
def test_an_operator_on_an_array_of_unknown_dtype_gives_an_array(name):
    revealed = all_revealed(name, "on_an_unknown_array.py")
    assert [text for text in revealed if not ARRAY.match(text)] == []


@pytest.mark.parametrize("name", [name for name in EXECUTABLE if name in OF_AN_OPERATOR])
def test_a_wrong_operand_is_an_error_of_the_operator(name):
    """The same code as with JAX alone, so that existing ignore comments still work."""
    report = checked(name)
    lines = printing(WRONG_OPERANDS)
    if name in PYRIGHTS:
        assert report.line("wrong_operands.py", lines.pop()).codes == ["reportOptionalOperand"]
    for number in lines:
        assert {*report.line("wrong_operands.py", number).codes} == {OF_AN_OPERATOR[name]}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXECUTABLE)
def test_a_parameter_declared_with_a_dtype_is_an_operand(name):
    """The only error is that a dtype is no type, as with JAX alone."""
    report, numbers = checked(name), printing(DECLARED_WITH_A_DTYPE)
    assert [error for number in numbers for error in report.line("declared_with_a_dtype.py", number).errors] == []


PROGRAMS = {
    "dtype.py": PROGRAM.format(given="dtype", other="None"),
    "given.py": PROGRAM.format(given="given", other="jnp.float16"),
    "by_way_of_another.py": BY_WAY_OF_ANOTHER,
    "of_other_values.py": BY_WAY_OF_ANOTHER.partition("    i = ")[0] + "    reveal_type(call(jnp.zeros, 3, dtype))",
    "of_an_unknown_array.py": OF_AN_UNKNOWN_ARRAY,
    "on_an_unknown_array.py": ON_AN_UNKNOWN_ARRAY,
    "wrong_operands.py": WRONG_OPERANDS,
    "declared_with_a_dtype.py": DECLARED_WITH_A_DTYPE,
}
"""All programs by file. A checker checks them in one run."""


def assert_no_dtype_is_revealed(name: str, file: str) -> None:
    assert not [text for text in all_revealed(name, file) if WITH_A_DTYPE.match(text)]


def all_revealed(name: str, file: str) -> list[str]:
    """The types that a checker reveals in a program."""
    lines = checked(name).lines
    revealed = [text for place, line in lines.items() if place[0] == file for text in line.revealed]
    assert len(revealed) >= PROGRAMS[file].count("reveal_type")
    return revealed


@value_made_once
def checked(name: str) -> Report:
    """The messages of a checker for all programs."""
    with TemporaryDirectory() as folder:
        for file, text in PROGRAMS.items():
            (Path(folder) / file).write_text(text)
        return CHECKERS[name]().check(*PROGRAMS, folder=Path(folder))


def printing(program: str) -> list[int]:
    """The numbers of the lines with a print call."""
    return [number for number, line in enumerate(program.splitlines(), 1) if "print" in line]
