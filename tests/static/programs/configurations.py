"""The stubs of JAX's modes in a folder of the project."""

from __future__ import annotations

from pathlib import Path

from made_once import folder_made_once

from jaxtyping_promo import get_system
from jaxtyping_promo.stubgen import write


def stubs_of_jax(*, x64: bool = False, strict: bool = False) -> Path:
    """A folder with the stubs of a mode. It must not be changed."""
    system = get_system("jax", x64=x64, strict=strict)
    return folder_made_once(f"the stubs of {system.title}", lambda folder: write(system, folder))
