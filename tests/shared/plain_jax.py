"""A Python environment with the packages installed here, except this one, to check programs with JAX alone."""

from __future__ import annotations

import sysconfig
import venv
from pathlib import Path

from made_once import folder_made_once


def python() -> str:
    """The interpreter of the environment, made of links."""
    return str(folder_made_once("plain JAX", _make) / "bin" / "python")


def _make(folder: Path) -> None:
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    for installed in {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")}:
        for entry in installed.iterdir():
            # Path files are left out, since they may add anything. Stub packages for JAX are left out, since plain JAX
            # has none.
            if not entry.name.endswith(".pth") and entry.name != "jax-stubs" and "jaxtyping_promo" not in entry.name:
                (site / entry.name).symlink_to(entry)
