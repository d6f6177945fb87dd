"""Finds the version of JAX that is installed in some folders, since some rules differ between versions."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PREFIX, SUFFIX = "jax-", ".dist-info"
"""The name of the folder with JAX's metadata, before and behind the version."""


def installed_jax(folders: Iterable[str]) -> str | None:
    """The version of the JAX in the first of the folders that has one, as ``"0.12.0.1"``; None if none has one.

    It is read off the name of a folder. The import of `importlib.metadata`, which does the same, takes a tenth of the
    time of a run in which nothing has changed.
    """
    for folder in folders:
        try:
            names = os.listdir(folder or ".")
        except OSError:  # a zip file, or no folder
            continue
        for name in names:
            if name.startswith(PREFIX) and name.endswith(SUFFIX):
                return name.removeprefix(PREFIX).removesuffix(SUFFIX)
    return None


def minor_version(version: str | None) -> tuple[int, int] | None:
    """The major and minor numbers of a version as ``(0, 12)``; None without a version, or with another form of it."""
    try:
        major, minor = (version or "").split(".")[:2]
        return int(major), int(minor)
    except ValueError:
        return None
