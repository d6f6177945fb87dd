"""Checkers read our installed stubs instead of the source beside them or another package."""

from __future__ import annotations

import contextlib
import importlib.metadata
from pathlib import Path

import mypy.build
import pytest
from checkers import CHECKERS
from mypy.modulefinder import BuildSource
from mypy.options import Options

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "stubs" / "jaxtyping_promo-stubs"
PROGRAM = """\
from jaxtyping_promo import int8
from jaxtyping_promo.array import Array, _Operators
from jaxtyping_promo.dtypes import _Concrete, no_such_dtype

def program(marker: _Operators, array: Array[int8]) -> None:
    marker = array
    reveal_type(array)
"""
"""Its third line imports a class that only the stub has, and a class that does not exist."""


@pytest.mark.parametrize("name", [name for name, checker in CHECKERS.items() if checker.executable()])
def test_a_checker_reads_the_stubs(name, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    report = CHECKERS[name]().check("program.py", folder=tmp_path)
    assert report.line("program.py", 7).revealed == ["Array[int8]"]
    errors = {number: line.errors for (_, number), line in report.lines.items() if line.errors}
    assert list(errors) == [3] and len(errors[3]) == 1 and "no_such_dtype" in errors[3][0][1]


def test_mypy_reads_these_very_files(tmp_path):
    options = Options()
    options.cache_dir = str(tmp_path / "cache")
    with contextlib.chdir(tmp_path):
        result = mypy.build.build([BuildSource("program.py", "program", "import jaxtyping_promo\n")], options)
    ours = {name: Path(tree.path) for name, tree in result.files.items() if name.split(".")[0] == "jaxtyping_promo"}
    assert {"jaxtyping_promo", "jaxtyping_promo.array", "jaxtyping_promo.dtypes"} <= set(ours)
    for path in ours.values():
        parts = path.parts[path.parts.index("jaxtyping_promo-stubs") + 1 :]
        assert path.read_bytes() == STUBS.joinpath(*parts).read_bytes()


def test_both_stub_packages_are_part_of_the_installation():
    files = importlib.metadata.distribution("jaxtyping-promo").files or []
    names = {str(file) for file in files}
    installed = {"jaxtyping_promo-stubs/__init__.pyi", "jax-stubs/__init__.pyi"} <= names
    editable = any(name.endswith(".pth") for name in names)
    assert installed or editable
