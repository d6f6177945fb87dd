"""The tested releases of the checkers: the installed releases, and older ones."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

OLDER: dict[str, str] = {
    "mypy": "2.1.0",
    "pyright": "1.1.409",
    "basedpyright": "1.39.5",
    "pyrefly": "1.1.1",
    "ty": "0.0.54",
    "zuban": "0.7.2",
}
"""The newest releases of May 21, 2026, half a year before the releases that the dependency group pins.

pyrefly is six weeks younger: only since then has an option made it reveal types in files without a configuration. ty is
five weeks younger: earlier releases do not terminate for `functools.reduce` with a function of `operator`.
"""

EXTRAS = {"pyright": "[nodejs]"}
FOLDER = Path(__file__).parents[3] / "build" / "checkers"


def commands(name: str, release: str) -> Path:
    """The folder with the command of a release, in a separate environment that is made on demand.

    Raises:
        CalledProcessError: the release cannot be installed.
    """
    folder = FOLDER / f"{name}-{release}"
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    if not (scripts / name).exists():
        venv.create(folder, with_pip=True)
        install = [scripts / "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, f"{name}{EXTRAS.get(name, '')}=={release}"], check=True)
    return scripts
