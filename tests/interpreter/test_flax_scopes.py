"""Programs with modules of flax and haiku: every array at the top level has the dtype that the run gives it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("flax", minversion="0.12")
pytest.importorskip("optax")

import jax

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.values import Array

FOLDER = Path(__file__).parent / "flax_programs"


def arrays_of_run(path: Path) -> dict[str, str]:
    """The dtypes of the arrays at the top level of a program that runs."""
    scope: dict[str, Any] = runpy.run_path(str(path))
    return {name: str(value.dtype) for name, value in scope.items() if isinstance(value, jax.Array)}


@pytest.mark.parametrize("name", ["linen_scopes", "nnx_modules", "nnx_mapped", "haiku_modules"])
def test_the_arrays_of_a_program_are_known(name: str) -> None:
    if name == "haiku_modules":
        pytest.importorskip("haiku")
    path = FOLDER / f"{name}.py"
    truth = arrays_of_run(path)
    run = Program([path]).interpret()
    fields = run.base["module", name].fields
    known = {
        each: {getattr(one, "dtype", None) for one in fields.get(each, ()) if isinstance(one, Array)} for each in truth
    }
    assert known == {each: {dtype} for each, dtype in truth.items()}
    assert len(truth) >= 10
