"""``doctor`` finds the file that configures mypy, and sections and overrides without effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxtyping_promo.installation import mypy_setup, sections
from jaxtyping_promo.installation.findings import NOTE, PROBLEM
from jaxtyping_promo.installation.mypy_setup import PLUGIN, candidates

PLUGINS = f'[tool.mypy]\nplugins = ["{PLUGIN}"]\n'
INI = f"[mypy]\nplugins = {PLUGIN}\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A function that writes files into a project, and returns the texts and remedies of its problems or notes."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)

    def write(files: dict[str, str], start: str = ".", status: str = PROBLEM) -> list[tuple[str, str]]:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        return found_in(folder / start, status)

    return write


def found_in(folder: Path, status: str) -> list[tuple[str, str]]:
    found = candidates(folder)
    config, errors = sections.load(found)
    findings = [*mypy_setup.describe(found, folder), *errors]
    findings += [] if errors else sections.without_effect(found, config, folder)
    return [(finding.text, finding.remedy) for finding in findings if finding.status == status]


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": PLUGINS},
        {"pyproject.toml": f'[tool.mypy]\nplugins = "other, {PLUGIN}"\n'},
        {"pyproject.toml": f'[tool.mypy]\nplugins = ["{PLUGIN}:plugin"]\n'},
        {"mypy.ini": INI},
        {".mypy.ini": INI},
        {"setup.cfg": INI},
        {"mypy.ini": f"[mypy]\nplugins =\n    numpy.typing.mypy_plugin,\n    {PLUGIN}\n"},
        {"mypy.ini": INI, "pyproject.toml": "[tool.jaxtyping-promo]\nx64 = true\n"},
    ],
)
def test_configurations_with_the_plugin(project, files):
    assert project(files) == []


def test_no_configuration_at_all(project):
    assert project({}) == []
    ((text, remedy),) = project({}, status=NOTE)
    assert text == "mypy finds no configuration file, so the plugin is not in use"
    assert PLUGIN in remedy
    assert project({"pyproject.toml": PLUGINS}, status=NOTE) == []


def test_a_configuration_without_the_plugin(project):
    files = {"pyproject.toml": "[tool.mypy]\nstrict = true\n"}
    assert project(files) == []
    text = "pyproject.toml does not name the plugin, so mypy does not use it"
    assert project(files, status=NOTE) == [(text, f'write plugins = ["{PLUGIN}"] under [tool.mypy] in pyproject.toml')]
    assert project({"mypy.ini": "[mypy]\nplugins = other\n"}, status=NOTE) == [
        (
            "mypy.ini does not name the plugin, so mypy does not use it",
            f"write plugins = {PLUGIN}, ... under [mypy] in mypy.ini",
        )
    ]


def test_the_plugin_is_missing_in_a_file_that_the_user_names(tmp_path):
    settings = mypy_setup.MypySettings(tmp_path / "ci.ini", {})
    (_, finding) = mypy_setup.describe([settings], tmp_path, is_asked=True)
    assert (finding.status, finding.remedy) == (PROBLEM, f"write plugins = {PLUGIN} under [mypy] in ci.ini")


def test_a_misspelt_plugin(project):
    ((text, _),) = project({"mypy.ini": "[mypy]\nplugins = jaxtyping_promo.plugin\n"})
    assert text == f"mypy.ini names the plugin jaxtyping_promo.plugin, and its name is {PLUGIN}"


def test_a_file_that_mypy_does_not_read(project):
    files = {"pyproject.toml": PLUGINS, "mypy.ini": "[mypy]\nstrict = true\n"}
    ((text, _),) = project(files)
    assert text == "pyproject.toml names the plugin, but mypy reads mypy.ini instead, and no second file"
    assert project({"mypy.ini": INI}) == []


def test_mypys_order_of_files(project, tmp_path):
    folder = tmp_path / "project"
    order = ["setup.cfg", "pyproject.toml", ".mypy.ini", "mypy.ini"]
    for name in order:
        project({name: "[tool.mypy]\n" if name.endswith("toml") else "[mypy]\n"})
        assert candidates(folder)[0].path == folder / name
    project({"sub/pyproject.toml": "[project]\n", "sub/setup.cfg": "[metadata]\n"})
    assert candidates(folder / "sub")[0].path == folder / "mypy.ini"
    project({"sub/.git/HEAD": ""})
    assert candidates(folder / "sub") == []
    project({"../home/mypy/config": "[mypy]\n"})
    assert candidates(folder / "sub")[0].path == tmp_path / "home" / "mypy" / "config"


def test_mypy_reads_the_same_files(project, tmp_path, monkeypatch):
    defaults, config_parser = pytest.importorskip("mypy.defaults"), pytest.importorskip("mypy.config_parser")
    assert [*defaults.CONFIG_NAMES, *defaults.SHARED_CONFIG_NAMES] == [*mypy_setup.NAMES]
    for number, files in enumerate(
        [
            {"mypy.ini": "", "pyproject.toml": PLUGINS},
            {"mypy.ini": "not valid", "pyproject.toml": PLUGINS},
            {"pyproject.toml": "[tool.mypy", "setup.cfg": "[mypy]\n"},
            {"pyproject.toml": "[tool.black]\n", "setup.cfg": "[mypy-jax]\n"},
        ]
    ):
        folder = f"case{number}"
        project({f"{folder}/.git/HEAD": "", **{f"{folder}/{name}": text for name, text in files.items()}})
        monkeypatch.chdir(tmp_path / "project" / folder)
        by_mypy = config_parser._find_config_file()
        ours = candidates(Path.cwd())
        assert (Path(by_mypy[2]).absolute() if by_mypy else None) == (ours[0].path if ours else None)


@pytest.mark.parametrize("name", ["jaxtyping", "jax-typing"])
def test_a_section_of_another_name(project, name):
    assert project({"pyproject.toml": f"{PLUGINS}[tool.{name}]\nx64 = true\n"}) == [
        (f"[tool.{name}] in pyproject.toml has no effect", "rename it [tool.jaxtyping-promo]")
    ]
    assert project({"pyproject.toml": f"{PLUGINS}[tool.jaxtyping-promo]\nx64 = true\n"}) == []
    assert project({"mypy.ini": f"{INI}[{name}]\nx64 = true\n"}) == [
        (f"[{name}] in mypy.ini has no effect", "rename it [jaxtyping-promo]")
    ]


def test_settings_without_the_plugin(project):
    files = {"pyproject.toml": "[tool.mypy]\n[tool.jaxtyping-promo]\nx64 = true\n"}
    assert project(files) == []
    assert [text for text, _ in project(files, status=NOTE)] == [
        "pyproject.toml does not name the plugin, so mypy does not use it",
        "[tool.jaxtyping-promo] in pyproject.toml has no effect in mypy without the plugin; only check reads it",
    ]


def test_settings_in_a_file_that_nobody_reads(project):
    files = {"mypy.ini": INI, "setup.cfg": "[jaxtyping-promo]\nx64 = true\n"}
    text = "[jaxtyping-promo] in setup.cfg has no effect in mypy: mypy reads mypy.ini; nothing reads it"
    assert project(files) == [(text, "move it to mypy.ini")]


def test_settings_of_check_alone(project):
    files = {"sub/.git/HEAD": "", "sub/pyproject.toml": "[tool.jaxtyping-promo]\nx64 = true\n"}
    assert project(files, "sub") == []
    text = "[tool.jaxtyping-promo] in pyproject.toml has no effect in mypy: mypy reads no file; only check reads it"
    assert text in [text for text, _ in project(files, "sub", NOTE)]


def test_an_override_for_a_module_that_does_not_exist(project):
    override = '[[tool.jaxtyping-promo.overrides]]\nmodule = ["{}"]\nx64 = true\n'
    for pattern in ("modle", "pkg.modle", "pkg.sub.modle.*", "pgk.*", "nmupy"):
        files = {
            "src/pkg/__init__.py": "",
            "src/pkg/sub/model.py": "",
            "pyproject.toml": PLUGINS + override.format(pattern),
        }
        assert project(files) == [
            (
                f'the override for "{pattern}" in pyproject.toml matches no module of the project or this environment',
                "correct the name of the module, or remove the override",
            )
        ]
    for pattern in ("pkg", "pkg.*", "pkg.sub.model", "pkg.*.model", "*.tests.*", "numpy.linalg", "numpy.*", "__main__"):
        assert project({"pyproject.toml": PLUGINS + override.format(pattern)}) == []


def test_an_error_in_the_configuration(project):
    ((text, _),) = project({"pyproject.toml": f"{PLUGINS}[tool.jaxtyping-promo]\nx46 = true\n"})
    assert "pyproject.toml:4: unknown key 'x46' (did you mean 'x64'?)" in text
