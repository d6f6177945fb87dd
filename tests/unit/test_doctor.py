"""The command ``doctor``: versions, JAX's environment variables, the output and the exit status."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from jaxtyping_promo.cli import main
from jaxtyping_promo.config import Config, Options
from jaxtyping_promo.installation import check_setup, jax_environment, versions
from jaxtyping_promo.installation.findings import NOTE, OK, PROBLEM, SECTIONS, STATUSES
from jaxtyping_promo.installation.mypy_setup import PLUGIN

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


def test_the_supported_versions_are_those_of_the_package():
    extras = PROJECT["optional-dependencies"]
    assert extras["mypy"] == [versions.SUPPORTED["mypy"].extra]
    assert extras["jax"] == [versions.SUPPORTED["jax"].extra]
    for name, extra in (("mypy", extras["mypy"][0]), ("jax", extras["jax"][0]), ("Python", PROJECT["requires-python"])):
        assert versions.SUPPORTED[name].oldest == tuple(map(int, re.findall(r"\d+", extra)))
    pythons = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert versions.SUPPORTED["Python"].newest == max(tuple(map(int, version.split("."))) for version in pythons)


@pytest.mark.parametrize(
    ("name", "version", "status", "words"),
    [
        ("mypy", "2.4.1", OK, "mypy 2.4.1"),
        ("mypy", "2.3.9", PROBLEM, "2.4 is the oldest supported version"),
        ("mypy", "1.20.0", PROBLEM, "too old"),
        ("mypy", "2.10.0", NOTE, "newer than 2.4"),
        ("mypy", None, NOTE, "not installed"),
        ("jax", "0.9.2", PROBLEM, "0.10 is the oldest supported version"),
        ("jax", "0.10.0", OK, "jax 0.10.0"),
        ("jax", "0.13.0.dev1", NOTE, "names that the stubs lack"),
        ("jax", "unknown", NOTE, "not a version number"),
        ("Python", "3.10.1", PROBLEM, "use Python 3.11 or newer"),
        ("Python", "3.14.0", NOTE, "not tested"),
    ],
)
def test_versions(name, version, status, words):
    finding = versions.compare(name, version)
    assert finding.status == status
    assert words in f"{finding.text} {finding.remedy}"


def test_installed_versions_are_supported():
    assert {finding.status for finding in (versions.compare_python(), *versions.compare_installed())} <= {OK, NOTE}


@pytest.mark.parametrize(
    ("environment", "options", "status", "words"),
    [
        ({}, {}, OK, "no variable"),
        ({"JAX_ENABLE_X64": "1"}, {}, PROBLEM, "does not set x64: dtypes that depend on it are unknown"),
        ({"JAX_ENABLE_X64": "1"}, {"x64": False}, PROBLEM, "but the configuration says x64 = false"),
        ({"JAX_ENABLE_X64": "1"}, {"x64": True}, OK, "as the configuration says"),
        ({"JAX_ENABLE_X64": "0"}, {}, OK, "as the configuration says"),
        ({"JAX_ENABLE_X64": "0"}, {"x64": True}, PROBLEM, "but the configuration says x64 = true"),
        ({"JAX_ENABLE_X64": ""}, {}, PROBLEM, "JAX rejects this value"),
        ({"JAX_NUMPY_DTYPE_PROMOTION": "strict"}, {}, PROBLEM, 'write promotion = "strict"'),
        ({"JAX_NUMPY_DTYPE_PROMOTION": "strict"}, {"promotion": "strict"}, OK, "as the configuration says"),
        ({"JAX_NUMPY_DTYPE_PROMOTION": "lax"}, {}, PROBLEM, "JAX rejects this value"),
        ({"JAX_PLATFORMS": "cpu"}, {}, OK, "no variable"),
    ],
)
def test_environment(environment, options, status, words):
    (finding,) = jax_environment.compare(environment, Config(Options(**options)))
    assert finding.status == status
    assert words in f"{finding.text} {finding.remedy}"


@pytest.fixture
def in_project(tmp_path, monkeypatch):
    for name in ("JAX_ENABLE_X64", "JAX_NUMPY_DTYPE_PROMOTION", "MYPYPATH"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


def test_the_exit_status_and_the_text(in_project, capsys):
    (in_project / "mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.plugin\n")
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "1 problem"
    (line,) = (number for number, line in enumerate(lines) if line.startswith("problem"))
    assert lines[line].split(maxsplit=2)[1:] == [
        "mypy",
        f"mypy.ini names the plugin jaxtyping_promo.plugin, and its name is {PLUGIN}",
    ]
    assert lines[line + 1].strip().startswith(f"→ write plugins = {PLUGIN}")
    (in_project / "mypy.ini").write_text(f"[mypy]\nplugins = {PLUGIN}\n")
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.endswith("no problems\n")


def test_a_project_without_mypy_has_no_problem(in_project, capsys):
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start, other = lines.index("check"), lines.index("mypy and other type checkers: not needed for check")
    assert "ok       settings     check needs no settings, and finds none" in lines[start:other]
    assert any("mypy finds no configuration file" in line for line in lines[other:])


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("[tool.jaxtyping-promo]\nx64 = true\n", OK, "check reads pyproject.toml"),
        (
            '[tool.jaxtyping-promo.assume]\nfloat = "bfloat16"\n',
            OK,
            "check reads pyproject.toml with the tables assume",
        ),
        ('[tool.jaxtyping-promo.assume]\nfloat = "bfloat61"\n', PROBLEM, "unknown dtype 'bfloat61'"),
        ('[tool.jaxtyping-promo.policy]\nsofmax = "float32"\n', PROBLEM, "unknown key 'sofmax'"),
        ("[tool.jaxtyping-promo]\nx46 = true\n", PROBLEM, "unknown key 'x46'"),
    ],
)
def test_settings_of_check(text, status, words, in_project, capsys):
    (in_project / "pyproject.toml").write_text(text)
    _, (finding,) = check_setup.settings(in_project)
    assert (finding.status, words in finding.text) == (status, True)
    assert main(["doctor"]) == (status == PROBLEM)
    assert capsys.readouterr().out.count(words) == 1  # once, although mypy would stop with it, too


def test_packages_that_check_reads(in_project, monkeypatch):
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    (finding,) = check_setup.packages()
    assert finding.status == OK
    folder = in_project / "env" / "lib" / "python3.13" / "site-packages"
    monkeypatch.setenv("VIRTUAL_ENV", str(in_project / "env"))
    (finding,) = check_setup.packages()
    assert (finding.status, finding.remedy) == (NOTE, "activate the environment of the program")
    (folder / "flax-0.12.dist-info").mkdir(parents=True)
    (finding,) = check_setup.packages()
    assert (finding.status, finding.text) == (OK, f"check reads 1 package in {folder}")


@pytest.mark.parametrize("arguments", [["--json"], ["--format", "json"]])
def test_json(arguments, in_project, capsys):
    (in_project / "mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.plugin\n")
    assert main(["doctor", *arguments]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["problems"] == 1
    assert {finding["status"] for finding in answer["findings"]} <= {*STATUSES}
    assert {finding["section"] for finding in answer["findings"]} == {*SECTIONS}
    assert {tuple(finding) for finding in answer["findings"]} == {("subject", "status", "text", "remedy", "section")}


def test_another_configuration_file(in_project, capsys):
    (in_project / "mypy.ini").write_text("[mypy]\n")
    (in_project / "ci.ini").write_text(f"[mypy]\nplugins = {PLUGIN}\n")
    assert main(["doctor"]) == 0
    assert main(["doctor", "--config-file", "mypy.ini"]) == 1
    assert main(["doctor", "--config-file", "ci.ini"]) == 0
    assert "mypy reads ci.ini" in capsys.readouterr().out


def test_a_problem_of_the_configuration_is_no_crash(in_project, capsys):
    (in_project / "mypy.ini").write_text(f"[mypy]\nplugins = {PLUGIN}\n[jaxtyping-promo]\nx46 = true\n")
    assert main(["doctor"]) == 1
    assert "unknown key 'x46'" in capsys.readouterr().out
