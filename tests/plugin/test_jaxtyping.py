"""jaxtyping's annotations have the dtypes that they name, however they are spelled."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from checkers import Mypy, Report
from checkers.mypy import ini

PROJECT = Path(__file__).parent / "jaxtyping_programs" / "project"
USES_THE_OTHERS = "used_later.py"
NEW_SYNTAX = '''\
"""``type`` statements, which Python 3.11 does not have."""

from .types import Array, Float32, Int32

type Numbers = Float32[Array, "n"]
type Pair = tuple[Float32[Array, "n"], Int32[Array, "n"]]


def statement(x: Numbers, y: Pair) -> Int32[Array, "n"]:
    print(y[0])
    statement(y[1], y)  # wrong: statement
    return x  # wrong: statement
'''
"""``type`` statements, which Python 3.11 does not have."""


def _project(folder: Path) -> None:
    (folder / "mypy.ini").write_text(ini(mypy="cache_dir = cache"))
    (folder / PROJECT.name).mkdir()
    for file in PROJECT.glob("*.py"):
        shutil.copy(file, folder / PROJECT.name)
    if sys.version_info >= (3, 12):
        (folder / PROJECT.name / "new_syntax.py").write_text(NEW_SYNTAX)


class _WithCache(Mypy):
    """mypy with the cache of the folder."""

    def check(self, *files: str, folder: Path) -> Report:
        self.cache = str(folder / "cache")
        return super(Mypy, self).check(*files, folder=folder)


def _faults(report: Report, folder: Path) -> list[str]:
    """The lines that have an error and are right, and those that have none and are wrong."""
    errors = {place for place, line in report.lines.items() if line.errors}
    wrong = {
        (file.name, n)
        for file in (folder / PROJECT.name).glob("*.py")
        for n, text in enumerate(file.read_text().splitlines(), 1)
        if "# wrong" in text
    }
    assert len(wrong) >= 40
    return [f"{file}:{n}" for file, n in sorted(errors ^ wrong)]


def test_each_spelling_with_a_cold_and_a_warm_cache(tmp_path):
    _project(tmp_path)
    report = _WithCache().check("-p", PROJECT.name, folder=tmp_path)
    assert not _faults(report, tmp_path), report.output
    with (tmp_path / PROJECT.name / USES_THE_OTHERS).open("a") as file:
        file.write("\n\nmore = 1\n")
    report = _WithCache().check("-p", PROJECT.name, folder=tmp_path)
    assert not _faults(report, tmp_path), report.output


def test_each_spelling_with_parallel_workers(tmp_path):
    _project(tmp_path)
    report = _WithCache("--num-workers=2").check("-p", PROJECT.name, folder=tmp_path)
    assert not _faults(report, tmp_path), report.output
