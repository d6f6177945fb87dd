"""The first lines of every generated file."""

from __future__ import annotations

from ..system import System

COMMAND = "python -m jaxtyping_promo.stubgen"


def header(system: System | None = None) -> str:
    """The comment that names the command that made the file, and the configuration."""
    configuration = f" for {system.title}" if system else ""
    return f"# Generated{configuration} by `{COMMAND}`. Do not edit: change the tables or the generator.\n"
