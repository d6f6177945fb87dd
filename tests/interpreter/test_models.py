"""Small language models without annotations: each silent widening is told at its line; the corrected twins are silent.

Behind a line, ``# widens`` marks an upcast and ``# raises`` a carry that JAX rejects. A run checks the marks.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import Finding, findings

FOLDER = Path(__file__).parent / "models"
MODELS = sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.endswith("_corrected"))
LIBRARIES = {"einops_gpt": ("einops",), "equinox_gpt": ("equinox",), "haiku_gpt": ("haiku",), "linen_gpt": ("flax",),
             "nnx_gpt": ("flax",)}  # fmt: skip
"""The libraries of a model that may not be installed."""
PACKAGES = {"equinox_gpt": ("equinox",), "linen_gpt": ("flax",), "nnx_gpt": ("flax",)}
"""The packages whose layers widen inside."""
MARKS = {"dtype-upcast": "widens", "dtype-carry": "raises"}


def needs(name: str) -> None:
    for library in LIBRARIES.get(name.removesuffix("_corrected"), ()):
        if find_spec(library) is None:
            pytest.skip(f"{library} is not installed")


def marks(path: Path) -> set[tuple[int, str]]:
    lines = path.read_text().splitlines()
    return {(number, mark) for number, line in enumerate(lines, 1) for mark in re.findall(r"# (widens|raises)$", line)}


def checked(path: Path) -> list[Finding]:
    run = Program([str(path)]).interpret()
    return findings(run, lambda shown: shown == str(path), lambda _, code: PRESETS["default"][code.name])


CHECKED = [pytest.param(name, marks=[pytest.mark.slow] if name == "nnx_gpt" else []) for name in MODELS]
"""The models; flax.nnx is read from its source, which takes longer."""


@pytest.mark.parametrize("name", CHECKED)
def test_every_widening_is_told_at_its_line(name: str) -> None:
    needs(name)
    path = FOLDER / f"{name}.py"
    assert {(each.place.line, MARKS.get(each.code.name, each.code.name)) for each in checked(path)} == marks(path)


@pytest.mark.parametrize("name", CHECKED)
def test_corrected_twins_are_silent(name: str) -> None:
    needs(name)
    assert [(each.place.line, each.message) for each in checked(FOLDER / f"{name}_corrected.py")] == []


def test_each_model_has_three_to_six_widenings() -> None:
    assert len(MODELS) == 8
    for name in MODELS:
        assert 3 <= len(marks(FOLDER / f"{name}.py")) <= 6, name


def traced(path: Path, packages: tuple[str, ...]) -> dict[str, list[dict[str, object]]]:
    options = [part for package in packages for part in ("--package", package)]
    script = [sys.executable, "-m", "jaxtyping_promo", "trace", "--json", "--values", *options, path.name]
    result = subprocess.run(
        script, capture_output=True, text=True, check=True, cwd=path.parent, env={**os.environ, "JAX_PLATFORMS": "cpu"}
    )
    return json.loads(result.stdout[result.stdout.index("\n{") if not result.stdout.startswith("{") else 0 :])


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("name", MODELS)
def test_every_mark_is_true_in_a_run(name: str) -> None:
    needs(name)
    path = FOLDER / f"{name}.py"
    report = traced(path, ())
    ran = {(each["line"], MARKS.get(code, code)) for each in report["promotions"] for code in each["codes"]}
    dtypes = {(each["line"], seen["dtype"]) for each in report["values"] for seen in each["dtypes"]}
    wide, narrow = ({line for line, dtype in dtypes if dtype == wanted} for wanted in ("float32", "bfloat16"))
    # A layer of a library widens inside: its result is wide, and its argument narrow.
    inside = {(line, "widens") for line in wide & narrow} if name in PACKAGES else set()
    assert marks(path) <= ran | inside
