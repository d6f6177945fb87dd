"""Fields with a converter: only their parameters accept other dtypes, also from mypy's cache and after an edit.

`flax_programs/converters_of_fields.py` compares the dtypes with the running program.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy, Report
from checkers.mypy import ini

MODELS = """\
from typing import Any, TypeVar, dataclass_transform

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float32

T = TypeVar("T")

def field(*, converter: Any = None, init: bool = True) -> Any:
    raise NotImplementedError

@dataclass_transform(field_specifiers=(field,))
def model(cls: type[T]) -> type[T]:
    return cls

def as_float(x: Any) -> Array[float32]:
    return jnp.asarray(x, jnp.float32)

@model
class Converted:
    x: Array[float32] = field(converter=as_float)
    y: Array[float32] = field()

@model
class Plain:
    x: Array[float32] = field(converter=None)

@model
class Open:
    x: jax.Array = field(converter=as_float)

class Loader:
    x: Array[float32] = field(converter=as_float)
"""
PROGRAM = """\
import jax.numpy as jnp
import models

@models.model
class Redeclared(models.Converted):
    x: models.Array[models.float32]

ints, floats = jnp.arange(3), jnp.ones(3)
models.Converted(ints, floats)
models.Converted(floats, ints)
models.Converted(x=ints, y=floats)
models.Plain(ints)
models.Converted("ints", floats)
Redeclared(ints, floats)
models.Loader().x = ints
reveal_type(models.Open(ints).x)
"""
WRONG = {
    "models.Converted(floats, ints)": "arg-type",
    "models.Plain(ints)": "arg-type",
    'models.Converted("ints", floats)': "arg-type",
    "Redeclared(ints, floats)": "arg-type",
    "models.Loader().x = ints": "assignment",
}
"""The statements with an error. No data class is made of `Loader`, so that nothing reads its converter."""


def errors(report: Report, program: str) -> dict[str, str]:
    """The code of the error of each statement."""
    lines = program.splitlines()
    return {lines[n - 1]: one.errors[0][0] for (_, n), one in report.lines.items() if one.errors}


@pytest.mark.slow
def test_other_fields_are_checked(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(MODELS)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    mypy = Mypy()
    report = mypy.check("program.py", folder=tmp_path)
    assert errors(report, PROGRAM) == WRONG, report.output
    assert report.line("program.py", len(PROGRAM.splitlines())).revealed == ["Array[Any]"]
    edited = PROGRAM + "models.Converted(ints, ints)\n"  # the other module now comes from the cache
    (tmp_path / "program.py").write_text(edited)
    again = {"models.Converted(ints, ints)": "arg-type"}
    assert errors(mypy.check("program.py", folder=tmp_path), edited) == WRONG | again
    converted = MODELS.replace("y: Array[float32] = field()", "y: Array[float32] = field(converter=as_float)")
    (tmp_path / "models.py").write_text(converted)
    remaining = {s: code for s, code in WRONG.items() if "(floats, ints)" not in s}
    assert errors(mypy.check("program.py", folder=tmp_path), edited) == remaining
