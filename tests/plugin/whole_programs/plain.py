"""An environment with JAX alone, without this package and without stubs for JAX."""

from __future__ import annotations

import sysconfig
import venv
from pathlib import Path


def plain_environment(folder: Path) -> Path:
    """Make an environment that has links to all other installed packages, and return its interpreter."""
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    for installed in {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")}:
        for entry in installed.iterdir():
            if not (
                entry.suffix == ".pth" or entry.name in ("jax-stubs", "__pycache__") or "jaxtyping_promo" in entry.name
            ):
                (site / entry.name).symlink_to(entry)
    return folder / "bin" / "python"
