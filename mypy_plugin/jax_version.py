"""The version of JAX beside mypy: some rules of its functions changed from one to the next."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def jax_version() -> tuple[int, int] | None:
    """JAX's version as ``(0, 12)``; None if it is not installed, or its version is none.

    That of the Python that runs mypy, as for all plugins: with ``--python-executable`` there can be another.
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
