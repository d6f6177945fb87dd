"""mypy, with and without the plugin."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from made_once import folder_made_once

from .checker import Checker, Message, Report

_MESSAGE = re.compile(
    r"(?P<file>[^:\n]+):(?P<line>\d+): (?P<kind>error|note): (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?"
)
_REVEALED = re.compile(r'Revealed type is "(.*)"')
PLUGIN = "jaxtyping_promo.mypy_plugin"
OF_OUTPUT = ("--show-column-numbers",)
"""Options with which mypy still reads a cache that was made without them."""
CONFIGURATION = "mypy.ini"
STUBS = Path(__file__).parents[3] / "stubs" / "jaxtyping_promo-stubs"
IMPORTS = """
import dataclasses, functools, operator
import numpy
import jax, jax.numpy, jax.scipy.linalg, jax.scipy.special, jax.scipy.stats
import jaxtyping_promo
"""
"""The imports of programs. mypy reads them once for each configuration, and each program gets a copy of that cache."""


class Mypy(Checker):
    """mypy. If the folder has a configuration, it is used."""

    name = "mypy"

    def __init__(self, *options: str, commands: Path | None = None, python: str = sys.executable) -> None:
        super().__init__(*options, commands=commands, python=python)
        self.cache = "/dev/null"

    def arguments(self) -> list[str]:
        shown = ["--no-error-summary", "--hide-error-context", "--no-pretty", f"--cache-dir={self.cache}"]
        is_here = self.commands is None and self.python == sys.executable
        return shown if is_here else [*shown, f"--python-executable={self.python}"]

    def check(self, *files: str, folder: Path) -> Report:
        """Run mypy with a new cache that already contains the imports of programs."""
        configuration = folder / CONFIGURATION
        text = configuration.read_text() if configuration.exists() else ""
        if self.commands is not None or self.python != sys.executable or "mypy_path" in text:
            return super().check(*files, folder=folder)
        with TemporaryDirectory() as self.cache:
            options = tuple(option for option in self.options if option not in OF_OUTPUT)
            shutil.copytree(imported(text, options), self.cache, dirs_exist_ok=True)
            return super().check(*files, folder=folder)

    def messages(self, output: str) -> Iterator[Message]:
        for text in output.splitlines():
            message = _MESSAGE.fullmatch(text)
            if message:
                revealed = _REVEALED.fullmatch(message["text"])
                kind = "revealed" if revealed else message["kind"]
                yield Message(
                    message["file"],
                    int(message["line"]),
                    kind,
                    message["code"] or "",
                    revealed[1] if revealed else message["text"],
                )


def imported(configuration: str, options: tuple[str, ...] = ()) -> Path:
    """A cache with only `IMPORTS`, to be copied. It is empty if the configuration needs files in the folder."""

    def write(folder: Path) -> None:
        (folder / CONFIGURATION).write_text(configuration)
        command = [Mypy.executable() or Mypy.name, *options, f"--cache-dir={folder / 'cache'}", "-c", IMPORTS]
        subprocess.run(command, cwd=folder, capture_output=True)
        (folder / "cache").mkdir(exist_ok=True)

    return folder_made_once(f"mypy's cache: {options}, {configuration}", write) / "cache"


ALONE = """\
mypy_path = $MYPY_CONFIG_FILE_DIR/stubs
no_site_packages = True
"""
"""Lines of a `mypy.ini` beside `stubs_without_numpy`. No package is found, so that no run has to read NumPy again."""


def stubs_without_numpy(folder: Path) -> None:
    """Write our own stubs into a folder, without their imports."""
    for stub in STUBS.glob("*.pyi"):
        (folder / "jaxtyping_promo").mkdir(parents=True, exist_ok=True)
        (folder / "jaxtyping_promo" / stub.name).write_text(f"# mypy: ignore-errors\n{stub.read_text()}")


def ini(*, x64: bool = False, strict: bool = False, check: str = "off", mypy: str = "") -> str:
    """The text of a `mypy.ini` with the plugin in one of JAX's modes.

    Args:
        x64, strict: the mode.
        check: what mypy takes from the interpreter.
        mypy: further lines of the section ``[mypy]``.
    """
    promotion = "strict" if strict else "standard"
    checks = "" if check == "off" else f"check = {check}\n"
    return f"[mypy]\nplugins = {PLUGIN}\n{mypy}\n[jaxtyping-promo]\nx64 = {x64}\npromotion = {promotion}\n{checks}"
