"""Programs after public bug reports: each fails at the line that a comment marks, and mypy reports only that line.

The first lines of a program in `bug_corpus/` have the address of the report. ``# E: code`` marks the line to change;
the statement around it raises. The program of the same name in `corrected/` runs, and mypy is silent. ``# x64`` in the
first line switches 64-bit dtypes on.

A program in `bug_corpus/silent/` runs, and asserts the wrong value or dtype that it computes; the corrected program
asserts the right one. There ``# N: code`` marks the line with the report.
"""

from __future__ import annotations

import ast
import re
import runpy
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory

import jax
import pytest
from checkers import Mypy
from checkers.mypy import ini
from made_once import value_made_once

pytestmark = pytest.mark.once

CORPUS = Path(__file__).parent / "bug_corpus"
PROGRAMS = sorted(CORPUS.glob("*.py"))
SILENT = sorted(CORPUS.glob("silent/*.py"))
_EXPECTED = re.compile(r"# [EN]: ([\w-]+)")
_REPORTED = re.compile(r"^(\w+\.py):(\d+): (error|note): .*\[([\w-]+)\]$", re.MULTILINE)
X64 = "# x64\n"
RAISED = (TypeError, ValueError, OverflowError, NotImplementedError)


@value_made_once
def reported() -> dict[str, list[tuple[int, str, str]]]:
    """The reports on all programs by file name, each with its line, code and severity."""
    found: dict[str, list[tuple[int, str, str]]] = {}
    for x64 in (False, True):
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "mypy.ini").write_text(ini(x64=x64, check="findings"))
            files = []
            for program in CORPUS.rglob("*.py"):
                text = program.read_text()
                if text.startswith(X64) == x64:
                    files.append(_module(program))
                    (folder / files[-1]).write_text(text)
            report = Mypy().check(*files, folder=folder)
            found |= {file: [] for file in files}
            for file, line, severity, code in _REPORTED.findall(report.output):
                found[file].append((int(line), code, severity))
    return found


def _module(program: Path) -> str:
    return "_".join(program.relative_to(CORPUS).parts)


def _expected(program: Path) -> list[tuple[int, str]]:
    lines = enumerate(program.read_text().splitlines(), 1)
    return [(number, found[1]) for number, line in lines if (found := _EXPECTED.search(line))]


def _statements(program: Path, line: int) -> list[ast.stmt]:
    """The statements that contain a line."""
    tree = ast.parse(program.read_text())
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return [node for node in nodes if node.lineno <= line <= (node.end_lineno or line)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_program(program: Path) -> None:
    expected = _expected(program)
    line, _ = expected[-1]
    corrected = CORPUS / "corrected" / program.name
    with jax.enable_x64(program.read_text().startswith(X64)):
        with pytest.raises(RAISED) as error:
            runpy.run_path(str(program))
        runpy.run_path(str(corrected))
    raised = [frame.lineno for frame in traceback.extract_tb(error.tb) if frame.filename == str(program)]
    inner = min(_statements(program, line), key=lambda node: (node.end_lineno or 0) - node.lineno)
    assert any(number is not None and inner.lineno <= number <= (inner.end_lineno or 0) for number in raised)
    errors = [each for each in reported()[_module(program)] if each[2] == "error"]
    assert errors == [(line, code, "error") for line, code in expected]
    assert reported()[_module(corrected)] == []


@pytest.mark.parametrize("program", SILENT, ids=lambda program: program.stem)
@pytest.mark.filterwarnings("ignore")
def test_silent_program(program: Path) -> None:
    [(line, code)] = _expected(program)
    corrected = program.parent / "corrected" / program.name
    with jax.enable_x64(program.read_text().startswith(X64)):
        for each in (program, corrected):
            assert any(isinstance(node, ast.Assert) for node in ast.parse(each.read_text()).body)
            runpy.run_path(str(each))
    assert [each[:2] for each in reported()[_module(program)]] == [(line, code)]
    assert reported()[_module(corrected)] == []
