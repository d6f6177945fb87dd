"""Runs each installed type checker on a small file, to see whether it finds the stubs of JAX."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from .findings import NOTE, OK, PROBLEM, Finding

SUBJECT = "checkers"
PROGRAM = """\
# A file of the command `jaxtyping-promo doctor --checkers`, which removes it again.
import jax.numpy as jnp
from typing_extensions import reveal_type

reveal_type(jnp.ones(3, jnp.float16))
"""
EXPECTED = re.compile(r"\bArray\[(?:\w+\.)*float16\]")
"""The type of the expression in `PROGRAM`, if a checker reads the stubs."""
REVEALED = re.compile(
    r'Type of "jnp\.ones\(3, jnp\.float16\)" is "(?P<pyright>.*)"'
    r'|Revealed type is "(?P<mypy>.*)"'
    r"|Revealed type: `(?P<ty>.*)`"
    r"|revealed type: (?P<pyrefly>.*?)(?: \[reveal-type\])?$",
    re.MULTILINE,
)
"""The type that a checker prints; one group for each form."""
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "mypy": ("mypy",),
    "pyright": ("pyright",),
    "basedpyright": ("basedpyright",),
    "pyrefly": ("pyrefly", "check", "--preset=default", "--min-severity=info", "--output-format=min-text"),
    "ty": ("ty", "check", "--output-format=concise"),
    "zuban": ("zuban", "check"),
}
"""The command of each checker, without the file."""
LONGEST_RUN = 300
"""The number of seconds after which a checker is stopped."""


def run_all(folder: Path) -> list[Finding]:
    """The findings about all checkers that are installed.

    Args:
        folder: the folder of the project, whose configuration the checkers read. The file is in it while they run.
    """
    environment = _environment()
    commands = {name: path for name in COMMANDS if (path := shutil.which(name, path=environment["PATH"]))}
    if not commands:
        return [Finding(SUBJECT, NOTE, f"none of {', '.join(COMMANDS)} is installed")]
    with NamedTemporaryFile(
        "w", dir=folder, prefix="jaxtyping_promo_doctor_", suffix=".py", encoding="utf-8", delete=False
    ) as file:
        file.write(PROGRAM)
    try:
        return [_run(name, path, file.name, folder, environment) for name, path in commands.items()]
    finally:
        Path(file.name).unlink()


def _environment() -> dict[str, str]:
    """The environment variables of a shell in which the virtual environment of this Python is active."""
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), environment.get("PATH", os.defpath)))
    if sys.prefix != sys.base_prefix:
        environment["VIRTUAL_ENV"] = sys.prefix
    return environment


def _run(name: str, path: str, file: str, folder: Path, environment: dict[str, str]) -> Finding:
    """The finding about one checker."""
    command = [path, *COMMANDS[name][1:], Path(file).name]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LONGEST_RUN, errors="replace"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding(SUBJECT, NOTE, f"{name} does not run: {error}")
    return judge(name, f"{done.stdout}\n{done.stderr}")


def judge(name: str, output: str) -> Finding:
    """The finding about one checker by its output for `PROGRAM`."""
    if EXPECTED.search(output):
        return Finding(SUBJECT, OK, f"{name} finds the stubs")
    revealed = REVEALED.search(output)
    if revealed:
        text = f"{name} does not read these stubs: jnp.ones(3, jnp.float16) is {revealed[revealed.lastgroup or 0]}"
        return Finding(SUBJECT, PROBLEM, text, REMEDIES.get(name, REMEDIES["mypy"]))
    errors = next(_errors(output), "no output")
    return Finding(SUBJECT, PROBLEM, f"{name} does not say a type: {errors}", REMEDIES.get(name, REMEDIES["mypy"]))


def _errors(output: str) -> Iterator[str]:
    """The lines of an output that look like errors, then all other lines."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    yield from (line for line in lines if "error" in line.lower())
    yield from lines


REMEDIES = {
    "mypy": "install this package in the environment that mypy runs in, or set python_executable",
    "pyright": 'set "venvPath" and "venv", or run it in the activated environment',
    "basedpyright": 'set "venvPath" and "venv", or run it in the activated environment',
    "pyrefly": "set python-interpreter-path; for an editable install, add its folder stubs to search-path",
    "ty": "set environment.python, or run it in the activated environment",
    "zuban": "set python_executable under [tool.mypy], or run it in the activated environment",
}
"""What to do if a checker does not find the stubs."""
