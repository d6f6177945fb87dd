"""Finds the version of JAX that is installed beside mypy, since some rules differ between versions.

`jax_functions` selects rules by `jax_version`; the plugin passes `full_jax_version` to mypy's cache.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def jax_version() -> tuple[int, int] | None:
    """JAX's major and minor version as ``(0, 12)``; None without JAX, or with another form of version.

    It is the version in the Python that runs mypy, as for all plugins. With ``--python-executable`` the program may run
    on another Python.
    """
    try:
        major, minor = (full_jax_version() or "").split(".")[:2]
        return int(major), int(minor)
    except ValueError:
        return None


@cache
def full_jax_version() -> str | None:
    """JAX's version as ``"0.12.0.1"``; None if it is not installed."""
    try:
        return version("jax")
    except PackageNotFoundError:
        return None
