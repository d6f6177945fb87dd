"""The hooks for pre-commit: their commands exist, and the page of CI names them."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_runs_an_installed_command(name):
    hook = HOOKS[name]
    assert shutil.which(hook["entry"].split()[0], path=str(Path(sys.executable).parent))
    assert hook["language"] == "system"  # in the environment of the project, where JAX is


def test_the_page_of_ci_names_every_hook():
    page = (ROOT / "docs/guides/ci.md").read_text()
    assert [name for name in HOOKS if f"- id: {name}\n" not in page] == []


def test_doctor_runs_for_every_file_that_it_reads():
    files = re.compile(HOOKS["jaxtyping-promo-doctor"]["files"])
    for name in (
        "pyproject.toml",
        "sub/setup.cfg",
        "mypy.ini",
        ".mypy.ini",
        "pyrightconfig.json",
        "pyrefly.toml",
        "ty.toml",
    ):
        assert files.search(name)
    assert not files.search("notmypy.ini") and not files.search("pyproject.toml.bak")
