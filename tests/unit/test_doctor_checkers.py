"""``doctor`` finds what makes other checkers read other stubs, and runs them on a small file."""

from __future__ import annotations

import stat

import pytest

from jaxtyping_promo.installation import checker_runs, other_checkers
from jaxtyping_promo.installation.findings import NOTE, OK, PROBLEM

FOREIGN = "class Array: ...\n"
WRITTEN = "# Generated for jax (x64) by `python -m jaxtyping_promo.stubgen`.\n"
CONFIGURATIONS = {
    "pyright": (
        "pyrightconfig.json",
        '{\n  // stubs\n  "stubPath": "other", /* of us */\n}\n',
        "stubPath in pyrightconfig.json",
    ),
    "pyright in TOML": ("pyproject.toml", '[tool.pyright]\nstubPath = "other"\n', "stubPath in pyproject.toml"),
    "pyright's extra paths": (
        "pyproject.toml",
        '[tool.pyright]\nextraPaths = ["other"]\n',
        "extraPaths in pyproject.toml",
    ),
    "basedpyright": ("pyproject.toml", '[tool.basedpyright]\nstubPath = "other"\n', "stubPath in pyproject.toml"),
    "pyrefly": ("pyrefly.toml", 'search-path = ["other"]\n', "search-path in pyrefly.toml"),
    "pyrefly in pyproject": (
        "pyproject.toml",
        '[tool.pyrefly]\nsearch-path = ["other"]\n',
        "search-path in pyproject.toml",
    ),
    "ty": ("ty.toml", '[environment]\nextra-paths = ["other"]\n', "extra-paths in ty.toml"),
    "ty in pyproject": (
        "pyproject.toml",
        '[tool.ty.environment]\nextra-paths = ["other"]\n',
        "extra-paths in pyproject.toml",
    ),
    "mypy": ("mypy.ini", "[mypy]\nmypy_path = src:other\n", "mypy_path in mypy.ini"),
    "mypy's variable": ("mypy.ini", "[mypy]\nmypy_path = $MYPY_CONFIG_FILE_DIR/other\n", "mypy_path in mypy.ini"),
}
"""The configuration file of a checker that names the folder `other`, and the source in the message."""


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MYPYPATH", raising=False)
    (tmp_path / ".git").mkdir()
    return tmp_path


def write_stub(project, folder, text):
    stub = project / folder / "jax-stubs" / "__init__.pyi"
    stub.parent.mkdir(parents=True, exist_ok=True)
    stub.write_text(text)


@pytest.mark.parametrize("checker", CONFIGURATIONS)
def test_a_configured_folder_with_other_stubs(checker, project):
    name, text, source = CONFIGURATIONS[checker]
    (project / name).write_text(text)
    assert [finding.status for finding in other_checkers.compare(project)] == [OK]
    write_stub(project, "other", FOREIGN)
    (finding,) = other_checkers.compare(project)
    assert finding.status == PROBLEM
    expected = f"reads other/jax-stubs/__init__.pyi ({source}) instead of the stubs of jaxtyping-promo"
    assert finding.text == f"{checker.split()[0].partition(chr(39))[0]} {expected}"
    assert finding.remedy == "remove other/jax-stubs"
    write_stub(project, "other", WRITTEN)
    assert [finding.status for finding in other_checkers.compare(project)] == [NOTE]


def test_the_default_folder_of_pyright(project):
    write_stub(project, "typings", FOREIGN)
    (finding,) = other_checkers.compare(project)
    assert "the default of stubPath" in finding.text
    (project / "pyrightconfig.json").write_text('{"stubPath": "stubs"}')
    assert [finding.status for finding in other_checkers.compare(project)] == [OK]


def test_the_environment_variable_of_mypy(project, monkeypatch):
    write_stub(project, "other", FOREIGN)
    monkeypatch.setenv("MYPYPATH", "other")
    (finding,) = other_checkers.compare(project)
    assert finding.text.startswith("mypy reads other/jax-stubs/__init__.pyi (MYPYPATH)")


def test_files_that_are_not_valid_are_ignored(project):
    for name in ("pyrightconfig.json", "pyrefly.toml", "ty.toml", "pyproject.toml", "mypy.ini"):
        (project / name).write_bytes(b"{[\xff")
    assert [finding.status for finding in other_checkers.compare(project)] == [OK]


OUTPUTS = {
    "mypy": 'f.py:5: note: Revealed type is "{}"',
    "pyright": '  /f.py:5:13 - information: Type of "jnp.ones(3, jnp.float16)" is "{}"',
    "basedpyright": '  /f.py:5:13 - error: Type of "ones" is unknown\n  Type of "jnp.ones(3, jnp.float16)" is "{}"',
    "pyrefly": " INFO f.py:5:12-37: revealed type: {} [reveal-type]",
    "ty": "f.py:5:13: info[revealed-type] Revealed type: `{}`",
    "zuban": 'f.py:5: note: Revealed type is "{}"',
}
"""The line with a type in the output of each checker."""


@pytest.mark.parametrize("checker", checker_runs.COMMANDS)
def test_the_output_of_a_checker(checker):
    for known in ("Array[float16]", "jaxtyping_promo.array.Array[jaxtyping_promo.dtypes.float16]"):
        finding = checker_runs.judge(checker, OUTPUTS[checker].format(known))
        assert (finding.status, finding.text) == (OK, f"{checker} finds the stubs")
    for unknown in ("Any", "Unknown", "jax._src.basearray.Array", "Array[Any]"):
        finding = checker_runs.judge(checker, OUTPUTS[checker].format(unknown))
        assert finding.status == PROBLEM
        assert finding.text == f"{checker} does not read these stubs: jnp.ones(3, jnp.float16) is {unknown}"
        assert finding.remedy
    finding = checker_runs.judge(checker, "usage\nf.py:2: error: no module jax\n")
    assert finding.text == f"{checker} does not say a type: f.py:2: error: no module jax"


def test_checkers_run_in_the_project_and_the_file_is_removed(project, monkeypatch):
    commands = project / "bin"
    commands.mkdir()
    for name, type_shown in (("mypy", "Any"), ("zuban", "Array[float16]")):
        script = commands / name
        line = OUTPUTS[name].format(type_shown)
        script.write_text(f"#!/bin/sh\nfor last; do :; done\ngrep -q float16 \"$last\" || exit 2\necho '{line}'\n")
        script.chmod(script.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setattr(checker_runs.sys, "executable", str(commands / "python"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    before = sorted(project.iterdir())
    findings = checker_runs.run_all(project)
    assert [(finding.status, finding.text.partition(" ")[0]) for finding in findings] == [
        (PROBLEM, "mypy"),
        (OK, "zuban"),
    ]
    assert sorted(project.iterdir()) == before


def test_without_any_checker(project, monkeypatch):
    monkeypatch.setattr(checker_runs.sys, "executable", str(project / "python"))
    monkeypatch.setenv("PATH", str(project))
    assert [finding.status for finding in checker_runs.run_all(project)] == [NOTE]
