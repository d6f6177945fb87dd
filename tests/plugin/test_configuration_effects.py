"""The plugin with a configuration that changes: mypy, its workers and its daemon follow, and stop at a bad one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import ALONE, stubs_without_numpy
from mypy_processes import end_daemon, run_mypy
from suites import others_long

pytestmark = pytest.mark.once

PROGRAM = """\
from jaxtyping_promo import Array, float16, float32, int32, uint32

def program(a: Array[uint32], b: Array[int32], c: Array[float16], d: Array[float32]) -> None:
    reveal_type(a + b)
    reveal_type(c + d)
"""
CONFIG = """\
[tool.mypy]
mypy_path = "stubs"
no_site_packages = true
plugins = ["jaxtyping_promo.mypy_plugin"]
"""
OURS = "[tool.jaxtyping-promo]\n"
BAD = f"""\
pyproject.toml:{len(CONFIG.splitlines()) + 2}: \
unknown key 'x46' (did you mean 'x64'?) in [tool.jaxtyping-promo]; keys: system, x64,"""


@pytest.fixture(params=others_long(["mypy", "mypy -n 2", "dmypy run"], kept=["mypy"]))
def command(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    name, *arguments = request.param.split()
    (tmp_path / "program.py").write_text(PROGRAM)
    stubs_without_numpy(tmp_path / "stubs")
    yield [name, *arguments, "program.py"]
    if name == "dmypy":
        end_daemon(tmp_path)


def check(command: list[str], directory: Path, config: str) -> tuple[int, list[str]]:
    """The exit code and messages with a configuration, without dmypy's own messages."""
    (directory / "pyproject.toml").write_text(config)
    result = run_mypy(command, directory)
    lines = (result.stdout + result.stderr).splitlines()
    return result.returncode, [line for line in lines if ".py:" in line or ".toml:" in line or "Traceback" in line]


@pytest.mark.slow
def test_results_follow_the_configuration(command: list[str], tmp_path: Path) -> None:
    strict = f"{CONFIG}{OURS}reports = 'strict'\n"
    for config, first, second, ends_with in (
        (CONFIG, "int32", "float32", 0),
        (strict, "int32", "float32", 1),
        (f"{strict}[[tool.jaxtyping-promo.overrides]]\nmodule = 'program'\nreports = 'default'", "int32", "float32", 0),
        (f"{CONFIG}{OURS}x64 = true", "int64", "float32", 0),
        (f"{CONFIG}[[tool.jaxtyping-promo.overrides]]\nmodule = 'program'\nx64 = true", "int64", "float32", 0),
        (f"{CONFIG}[[tool.jaxtyping-promo.overrides]]\nmodule = 'other'\nx64 = true", "int32", "float32", 0),
    ):
        status, messages = check(command, tmp_path, config)
        assert status == ends_with, config
        assert sum("[dtype-range]" in message for message in messages) == (first == "int32")
        assert sum(": error: " in message for message in messages) == ends_with
        revealed = [message for message in messages if "Revealed type is" in message]
        for (line, dtype), message in zip([(4, first), (5, second)], revealed, strict=True):
            assert message.startswith(f"program.py:{line}: note: Revealed type is ")
            assert message.endswith(f'.{dtype}]"')


@pytest.mark.slow
def test_a_bad_configuration_stops_mypy(command: list[str], tmp_path: Path) -> None:
    good = check(command, tmp_path, CONFIG)
    assert good[0] == 0
    for _ in range(2):
        status, messages = check(command, tmp_path, f"{CONFIG}{OURS}x46 = true")
        assert status == 2
        assert [message[: len(BAD)] for message in messages] == [BAD]
    assert check(command, tmp_path, CONFIG) == good


def test_a_key_in_a_section_of_mypy_stops_mypy(command: list[str], tmp_path: Path) -> None:
    status, messages = check(command, tmp_path, f"{CONFIG}x64 = true\n")
    assert status == 2
    line = len(CONFIG.splitlines()) + 1
    assert f"pyproject.toml:{line}: 'x64' is a key of [tool.jaxtyping-promo], not of [tool.mypy]" in messages


@pytest.mark.slow
def test_an_override_of_no_module_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    stubs_without_numpy(tmp_path / "stubs")
    config = f"{CONFIG}[[tool.jaxtyping-promo.overrides]]\nmodule = ['progam.*', 'program']\nx64 = true\n"
    line = len(CONFIG.splitlines()) + 2
    for arguments in ((), ("-n", "2")):
        status, messages = check(["mypy", *arguments, "program.py"], tmp_path, config)
        assert status == 0
        assert [message for message in messages if ".toml:" in message] == [
            f"pyproject.toml:{line}: no module matches 'progam.*' (did you mean 'program.*'?) "
            "in [[tool.jaxtyping-promo.overrides]]"
        ]


@pytest.mark.slow
def test_strict_promotion_is_for_the_modules_that_ask_for_it(tmp_path: Path) -> None:
    stubs_without_numpy(tmp_path / "stubs")
    for name in ("program.py", "other.py"):
        (tmp_path / name).write_text(PROGRAM)
    config = f"{CONFIG}[[tool.jaxtyping-promo.overrides]]\nmodule = 'program.*'\npromotion = 'strict'\n"
    status, messages = check(["mypy", "program.py", "other.py"], tmp_path, config)
    assert status == 1
    errors = [message for message in messages if ": error: " in message]
    assert [message.split(": error: ")[0] for message in errors] == ["program.py:4", "program.py:5"]
    assert all(message.endswith("[dtype-implicit]") for message in errors)


@pytest.mark.slow
def test_another_release_checks_again(tmp_path: Path) -> None:
    """mypy's cache stores which plugin the last run used, also for older parts of the cache."""
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nplugins = release.py\n{ALONE}")
    stubs_without_numpy(tmp_path / "stubs")
    for name in "ab":
        (tmp_path / f"{name}.py").write_text(PROGRAM)

    def checked(name: str, release: str) -> bool:
        (tmp_path / "release.py").write_text(
            "import jaxtyping_promo.mypy_plugin as ours\n"
            f"ours.SOURCES = ours.__version__ = __version__ = {release!r}\n"
            "plugin = ours.plugin\n"
        )
        command = ["mypy", "-v", f"{name}.py"]
        log = run_mypy(command, tmp_path).stderr
        assert "LOG:" in log
        return f"LOG:  Metadata fresh for {name}:" not in log

    assert [checked(name, "1") for name in "abab"] == [True, True, False, False]
    longer = "1.1"  # Python reuses the compiled file of a source with the same second and size
    assert [checked(name, longer) for name in "aabb"] == [True, False, True, False]
