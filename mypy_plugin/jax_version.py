"""Finds the version of JAX that is installed beside mypy, since some rules differ between versions.

`jax_functions` selects rules by `jax_version`; the plugin passes `full_jax_version` to mypy's cache.
"""

from __future__ import annotations

import os
import sys
from functools import cache

PREFIX, SUFFIX = "jax-", ".dist-info"
"""The name of the folder with JAX's metadata, before and behind the version."""


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
    """JAX's version as ``"0.12.0.1"``; None if it is not installed.

    It is read off the name of a folder. The import of `importlib.metadata`, which does the same, takes a tenth of the
    time of a run in which nothing has changed.
    """
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:  # a zip file, or no folder
            continue
        for name in names:
            if name.startswith(PREFIX) and name.endswith(SUFFIX):
                return name.removeprefix(PREFIX).removesuffix(SUFFIX)
    return None
