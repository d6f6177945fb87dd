"""The version of the JAX that is installed beside mypy.

It is the version in the Python that runs mypy, as for all plugins. With ``--python-executable`` the program may run on
another Python. `jax_functions` selects rules by `jax_version`; the plugin passes `full_jax_version` to mypy's cache.
"""

from __future__ import annotations

import sys
from functools import cache

from ..jax_version import installed_jax, minor_version


@cache
def jax_version() -> tuple[int, int] | None:
    """JAX's major and minor version as ``(0, 12)``; None without JAX, or with another form of version."""
    return minor_version(full_jax_version())


@cache
def full_jax_version() -> str | None:
    """JAX's version as ``"0.12.0.1"``; None if it is not installed."""
    return installed_jax(sys.path)
