"""Public bugs, replayed: `check` tells each at the line that its fix touched, and is silent after the fix.

Each folder of `replayed` has a program in our own words, before and after the fix. ``# told: code`` marks a line that is
reported. A program whose first line says ``# not told`` is not found, for the reason that follows. Where a narrow dtype is
legal, the folder has a ``pyproject.toml`` with the policy that the project's owners had in mind.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jaxtyping_promo.config_files import read_check_table
from jaxtyping_promo.diagnostics.codes import ERROR, OFF, PRESETS, Code
from jaxtyping_promo.interpreter.policy.declaration import parse_policy
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings

FOLDERS = sorted(path for path in (Path(__file__).parent / "replayed").iterdir() if path.is_dir())
MARK = re.compile(r"# told: ([\w-]+)")
NOT_TOLD = "# not told: "


def told(path: Path) -> set[tuple[int, str]]:
    """The lines and codes that are reported by default."""

    def severity(_: str, code: Code, is_refused: bool = False) -> str:
        return ERROR if is_refused else PRESETS["default"][code.name]

    config = path.with_name("pyproject.toml")
    policy = parse_policy(read_check_table(str(config), "policy")) if config.exists() else None
    program = Program([str(path)], policy=policy)
    found = findings(program.interpret(), lambda shown: shown == str(path), severity)
    assert not program.errors
    return {(finding.place.line, finding.code.name) for finding in found if finding.severity != OFF}


def marked(path: Path) -> set[tuple[int, str]]:
    """The lines and codes that a program marks."""
    lines = path.read_text().splitlines()
    return {(number, match[1]) for number, line in enumerate(lines, 1) if (match := MARK.search(line))}


def cases() -> list[object]:
    """The programs before the fix; those that are not told must stay so until their mark goes."""
    found: list[object] = []
    for folder in FOLDERS:
        first = (folder / "before.py").read_text().splitlines()[0]
        reason = first.removeprefix(NOT_TOLD) if first.startswith(NOT_TOLD) else ""
        marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
        found.append(pytest.param(folder, id=folder.name, marks=marks))
    return found


@pytest.mark.parametrize("folder", cases())
def test_the_bug_is_told_at_the_line_of_its_fix(folder: Path) -> None:
    assert marked(folder / "before.py")
    assert told(folder / "before.py") == marked(folder / "before.py")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_corrected_program_is_silent(folder: Path) -> None:
    assert told(folder / "after.py") == set()
