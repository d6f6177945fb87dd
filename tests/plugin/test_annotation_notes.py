"""Notes below mypy's errors about jaxtyping annotations: the declared array and the given one, in jaxtyping's form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

PROGRAM = Path(__file__).parent / "jaxtyping_programs" / "notes.py"


@pytest.mark.slow
def test_each_error_about_an_annotated_array_has_its_note(tmp_path):
    (tmp_path / "mypy.ini").write_text(ini())
    source = PROGRAM.read_text()
    (tmp_path / "program.py").write_text(source)
    report = Mypy().check("program.py", folder=tmp_path)
    notes: dict[int, list[str]] = {}
    for line, note in re.findall(r"^program\.py:(\d+): note: ((?:Expected|The array is|\").*)$", report.output, re.M):
        notes.setdefault(int(line), []).append(note)
    wanted = {}
    for number, text in enumerate(source.splitlines(), 1):
        comment = text.partition("  # ")[2]
        if comment.startswith(("Expected", "The array is")):
            wanted[number] = comment.split("; ")
    assert notes == wanted, report.output
