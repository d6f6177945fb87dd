"""Two virtual environments that differ only in this package.

Both link to the packages of the running interpreter, so nothing is downloaded. `plain` lacks this package: its stubs
and its plugin. `ours` has the package as `pip` installs its wheel, with bytecode, copied from this checkout.
"""

from __future__ import annotations

import compileall
import shutil
import sysconfig
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Environments(NamedTuple):
    """The interpreters of the two virtual environments."""

    plain: Path
    ours: Path


def make_environments(folder: Path) -> Environments:
    """Make both environments in a folder."""
    plain, ours = _linked(folder / "plain"), _linked(folder / "ours")
    site = _site_packages(folder / "ours")
    shutil.copytree(ROOT / "jaxtyping_promo", site / "jaxtyping_promo", ignore=_bytecode)
    shutil.copytree(ROOT / "mypy_plugin", site / "jaxtyping_promo" / "mypy_plugin", ignore=_bytecode)
    # pip compiles, too. Without bytecode each run would compile the plugin if PYTHONDONTWRITEBYTECODE is set.
    compileall.compile_dir(site / "jaxtyping_promo", quiet=1)
    for stubs in (ROOT / "stubs").iterdir():
        shutil.copytree(stubs, site / stubs.name)
    return Environments(plain, ours)


_bytecode = shutil.ignore_patterns("__pycache__")


def _linked(folder: Path) -> Path:
    venv.create(folder, symlinks=True)
    site = _site_packages(folder)
    for installed in {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")}:
        for entry in installed.iterdir():
            if not _excluded(entry.name):
                (site / entry.name).symlink_to(entry)
    return folder / "bin" / "python"


def _excluded(name: str) -> bool:
    # A .pth file may add any folder to the path, and a stub package would change the types of plain JAX.
    return name.endswith(".pth") or name == "jax-stubs" or name == "__pycache__" or "jaxtyping_promo" in name


def _site_packages(folder: Path) -> Path:
    return Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
