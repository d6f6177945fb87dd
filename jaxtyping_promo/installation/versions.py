"""Compares the versions of Python, mypy and JAX with the versions for which this package is made."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from .findings import NOTE, OK, PROBLEM, Finding

SUBJECT = "versions"


@dataclass(frozen=True)
class Supported:
    """The versions of a program or library for which this package is made.

    Attributes:
        oldest: the oldest supported version.
        newest: the newest version that the tests run with.
        newer: what may happen with a newer version.
        missing: what does not work without it.
        extra: how to install it.
    """

    oldest: tuple[int, int]
    newest: tuple[int, int]
    newer: str
    missing: str = ""
    extra: str = ""


SUPPORTED: Mapping[str, Supported] = {
    "Python": Supported((3, 11), (3, 13), "it is not tested"),
    "mypy": Supported(
        (2, 4), (2, 4), "the plugin is not tested with it", "the plugin and the command coverage need it", "mypy>=2.4"
    ),
    "jax": Supported(
        (0, 10),
        (0, 12),
        "names that the stubs lack are unknown with the plugin",
        "there is nothing to check",
        "jax>=0.10",
    ),
}
"""The supported versions, as in `pyproject.toml`, in the order of the output."""


def version_numbers(text: str) -> tuple[int, int] | None:
    """The first two numbers of a version; None if it does not begin with them."""
    match = re.match(r"(\d+)\.(\d+)", text)
    return (int(match[1]), int(match[2])) if match else None


def compare(name: str, version: str | None) -> Finding:
    """The finding about one program or library.

    Args:
        name: a key of `SUPPORTED`.
        version: its version; None if it is not installed.
    """
    supported = SUPPORTED[name]
    if version is None:
        return Finding(
            SUBJECT, NOTE, f"{name} is not installed: {supported.missing}", f"pip install '{supported.extra}'"
        )
    numbers = version_numbers(version)
    oldest, newest = (".".join(map(str, numbers)) for numbers in (supported.oldest, supported.newest))
    if numbers is None:
        return Finding(SUBJECT, NOTE, f"{name} {version}: not a version number")
    if numbers < supported.oldest:
        remedy = f"pip install '{supported.extra}'" if supported.extra else f"use {name} {oldest} or newer"
        return Finding(
            SUBJECT, PROBLEM, f"{name} {version} is too old: {oldest} is the oldest supported version", remedy
        )
    if numbers > supported.newest:
        text = f"{name} {version} is newer than {newest}, the newest tested version: {supported.newer}"
        return Finding(SUBJECT, NOTE, text)
    return Finding(SUBJECT, OK, f"{name} {version}")


def compare_python() -> Finding:
    """The finding about the Python that runs this."""
    return compare("Python", ".".join(map(str, sys.version_info[:3])))


def compare_installed() -> list[Finding]:
    """The findings about the mypy and the JAX that are installed in the running Python."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in SUPPORTED:
        if name != "Python":
            try:
                found.append(compare(name, version(name)))
            except PackageNotFoundError:
                found.append(compare(name, None))
    return found
