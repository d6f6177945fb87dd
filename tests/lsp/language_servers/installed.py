"""An environment with the package installed from its wheel, as a user's editor reads it."""

from __future__ import annotations

import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[3]


def environment(folder: Path) -> Path:
    """Make an environment with links to all packages installed here, and with this package.

    Returns:
        Its interpreter.
    """
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    for installed in {Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")}:
        for entry in installed.iterdir():
            # The editable install's own files: a path file for the checkout, a finder.
            if entry.suffix != ".pth" and "jaxtyping_promo" not in entry.name and entry.name != "__pycache__":
                (site / entry.name).symlink_to(entry)
    for package in (ROOT / "jaxtyping_promo", *(ROOT / "stubs").iterdir()):
        (site / package.name).symlink_to(package)
    return folder / "bin" / "python"
