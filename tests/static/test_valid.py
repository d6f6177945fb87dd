"""The files of `valid/`: code that runs, and in which no checker may have an error."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path

import pytest
from checkers import CHECKERS, Mypy
from checkers.mypy import ini

FILES = sorted((Path(__file__).parent / "valid").glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_runs(file: Path) -> None:
    runpy.run_path(str(file))


@pytest.mark.parametrize("name", ["mypy with the plugin", *(n for n in CHECKERS if CHECKERS[n].executable())])
def test_no_checker_has_an_error(name: str, tmp_path: Path) -> None:
    for file in FILES:
        shutil.copy(file, tmp_path)
    if name not in CHECKERS:
        (tmp_path / "mypy.ini").write_text(ini())
    report = CHECKERS.get(name, Mypy)().check(*(file.name for file in FILES), folder=tmp_path)
    assert {place: line.errors for place, line in report.lines.items() if line.errors} == {}, report.output
