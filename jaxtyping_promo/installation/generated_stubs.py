"""Tells stubs that this package has generated from those of other packages.

The mypy plugin imports this module in each run, so it imports little.
"""

from __future__ import annotations

GENERATOR = "jaxtyping_promo.stubgen"
"""The name in the first line of each generated stub."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def is_generated(stub: str | Path) -> bool:
    """Whether this package has generated a stub, by the stub's first line. False if the file can't be read."""
    try:
        with open(stub, encoding="utf-8", errors="replace") as file:
            return GENERATOR in file.readline()
    except OSError:
        return False
