"""Settings that have no effect: each mistake is one line that names the file, the line and the remedy."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from jaxtyping_promo.config import load_config
from jaxtyping_promo.config_checks import (
    load_checked_config,
    misplaced_key,
    names_plugin,
    skipped_file,
    warnings_of,
)
from jaxtyping_promo.exceptions import ConfigError


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    """A project with the modules `pkg`, `pkg.sub` and `tools.convert`; ``src`` has `inner`."""
    for file in ("pkg/__init__.py", "pkg/sub.py", "tools/convert.py", "src/inner/__init__.py", ".git/HEAD"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(dedent(text))
    return name


MISPLACED = {
    "[mypy]\nx64 = True\n": "mypy.ini:2: 'x64' is a key of [jaxtyping-promo], not of [mypy]",
    "[mypy]\nstrict = true\ndtype-range = error\n": (
        "mypy.ini:3: 'dtype-range' is a key of [jaxtyping-promo], not of [mypy]"
    ),
    "[mypy]\n[mypy-pkg.*,tools]\npromotion = strict\n": (
        "mypy.ini:3: 'promotion' is a key of [jaxtyping-promo-pkg.*,tools], not of [mypy-pkg.*,tools]"
    ),
}
MISPLACED_TOML = {
    "[tool.mypy]\nx64 = true\n": "pyproject.toml:2: 'x64' is a key of [tool.jaxtyping-promo], not of [tool.mypy]",
    '[tool.mypy]\n[[tool.mypy.overrides]]\nmodule = "pkg.*"\nreports = "all"\n': (
        "pyproject.toml:4: 'reports' is a key of [[tool.jaxtyping-promo.overrides]], not of [[tool.mypy.overrides]]"
    ),
    "[tool.mypy.jaxtyping-promo]\nx64 = true\n": (
        "pyproject.toml:1: jaxtyping-promo is not a part of [tool.mypy]; sections: "
        "[tool.jaxtyping-promo], [[tool.jaxtyping-promo.overrides]]"
    ),
}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        *(("mypy.ini", text, message) for text, message in MISPLACED.items()),
        *(("pyproject.toml", text, message) for text, message in MISPLACED_TOML.items()),
    ],
)
def test_keys_in_sections_of_mypy_are_errors(name, text, message):
    write(name, text)
    assert str(misplaced_key(name)) == message
    with pytest.raises(ConfigError) as error:
        load_checked_config(name)
    assert str(error.value) == message


def test_keys_of_mypy_are_no_errors():
    write("mypy.ini", "[mypy]\nstrict = true\n[mypy-pkg.*]\nignore_errors = true\n[jaxtyping-promo]\nx64 = true\n")
    assert load_checked_config("mypy.ini").options.x64
    write("pyproject.toml", '[tool.mypy]\nplugins = ["a"]\n[[tool.mypy.overrides]]\nmodule = ["a"]\nstrict = true\n')
    assert misplaced_key("pyproject.toml") is None


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ("setup.cfg", "setup.cfg:1: [jaxtyping-promo] has no effect, since mypy reads mypy.ini"),
        (".mypy.ini", ".mypy.ini:1: [jaxtyping-promo] has no effect, since mypy reads mypy.ini"),
    ],
)
def test_a_section_that_nobody_reads(other, line):
    write("mypy.ini", "[mypy]\n")
    write(other, "[jaxtyping-promo]\nx64 = true\n")
    assert warnings_of(load_config("mypy.ini"), "mypy.ini") == [line]


def test_a_section_in_the_current_folder_that_nobody_reads():
    write("conf/mypy.ini", "[mypy]\n")
    write("pyproject.toml", "[tool.mypy]\n\n[tool.jaxtyping-promo]\nx64 = true\n")
    assert warnings_of(load_config("conf/mypy.ini"), "conf/mypy.ini") == [
        "pyproject.toml:3: [tool.jaxtyping-promo] has no effect, since mypy reads conf/mypy.ini"
    ]


def test_sections_that_are_read():
    write("mypy.ini", "[mypy]\n")
    write("pyproject.toml", "[tool.jaxtyping-promo]\nx64 = true\n")
    assert load_config("mypy.ini").options.x64 and warnings_of(load_config("mypy.ini"), "mypy.ini") == []
    write("other.ini", "[mypy]\n[jaxtyping-promo]\nx64 = true\n")
    write("setup.cfg", "[jaxtyping-promo]\nx64 = false\n")
    assert warnings_of(load_config("other.ini"), "other.ini") == []


MATCHING = ("pkg", "pkg.*", "pkg.sub", "tools.convert", "convert", "inner.*", "*.tests.*", "pkg.*.tests", "installed.a")


def test_overrides_of_modules_that_exist(tmp_path_factory):
    installed = tmp_path_factory.mktemp("installed")
    (installed / "installed").mkdir()
    (installed / "installed" / "a.cpython-313-x86_64-linux-gnu.so").write_text("")
    (installed / "typed-stubs").mkdir()
    patterns = ", ".join(f'"{pattern}"' for pattern in (*MATCHING, "typed.*"))
    write("pyproject.toml", f"[[tool.jaxtyping-promo.overrides]]\nmodule = [{patterns}]\nx64 = true\n")
    assert warnings_of(load_config("pyproject.toml"), "pyproject.toml", [str(installed)]) == []


def test_overrides_of_modules_that_do_not_exist():
    write("pyproject.toml", '[[tool.jaxtyping-promo.overrides]]\nx64 = true\nmodule = ["pkg.sbu", "nowhere.*"]\n')
    assert warnings_of(load_config("pyproject.toml"), "pyproject.toml") == [
        "pyproject.toml:3: no module matches 'pkg.sbu' (did you mean 'pkg.sub'?) in [[tool.jaxtyping-promo.overrides]]",
        "pyproject.toml:3: no module matches 'nowhere.*' in [[tool.jaxtyping-promo.overrides]]",
    ]
    write("mypy.ini", "[mypy]\n[jaxtyping-promo-pgk.*]\nx64 = true\n")
    Path("pyproject.toml").unlink()
    assert warnings_of(load_config("mypy.ini"), "mypy.ini") == [
        "mypy.ini:2: no module matches 'pgk.*' (did you mean 'pkg.*'?) in [jaxtyping-promo-pgk.*]"
    ]


SKIPPED = {
    "pyproject.toml": (
        "[tool.mypy]\n[tool.jaxtyping-promo]\nx64 = True\n",
        "is not valid TOML: Invalid value (at line 3, column 7); TOML writes true, not True",
    ),
    "mypy.ini": (
        "[mypy]\n[jaxtyping-promo]\nx64 = True\nx64 = True\n",
        "is not a valid ini file: ",
    ),
    "setup.cfg": ("plugins = jaxtyping_promo.mypy_plugin\n", "is not a valid ini file: "),
}


@pytest.mark.parametrize("name", SKIPPED)
def test_a_file_that_mypy_skips(name, project):
    text, message = SKIPPED[name]
    write(name, text)
    error = str(skipped_file())
    assert error.startswith(f"{project / name}: {message}") and error.count("\n") == 0
    assert error.endswith("; mypy skips the whole file, also the plugin that it names")


def test_files_that_mypy_reads():
    assert skipped_file() is None
    write("mypy.ini", "[mypy]\n")
    write("pyproject.toml", "not toml")
    assert skipped_file() is None  # mypy reads mypy.ini


def test_whether_the_plugin_is_named():
    assert names_plugin(write("mypy.ini", "[mypy]\nplugins = a,\n  jaxtyping_promo.mypy_plugin\n"))
    assert names_plugin(write("a.toml", '[tool.mypy]\nplugins = ["jaxtyping_promo.mypy_plugin"]\n'))
    assert names_plugin(write("b.toml", '[tool.mypy]\nplugins = "jaxtyping_promo.mypy_plugin"\n'))
    assert not names_plugin(write("setup.cfg", "[mypy]\n[jaxtyping-promo]\nplugins = jaxtyping_promo.mypy_plugin\n"))
    assert not names_plugin(write("c.ini", "[mypy]\nplugins = other\n"))
