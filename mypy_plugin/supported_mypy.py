"""Raises an error at import if mypy is too old for the plugin, and names the required version.

The plugin uses modules that older versions of mypy lack. mypy shows the message of an exception that a plugin raises at
import, and stops. An exception at any later time would be an INTERNAL ERROR.
"""

from __future__ import annotations

import re

from mypy.version import __version__

OLDEST = (2, 4)
"""The oldest version of mypy that the plugin supports, as in `pyproject.toml`."""


def complaint(version: str) -> str | None:
    """The error message for a version of mypy; None if it is supported, or not a version number."""
    match = re.match(r"(\d+)\.(\d+)", version)
    if match is None or (int(match[1]), int(match[2])) >= OLDEST:
        return None
    oldest = ".".join(map(str, OLDEST))
    return f"this is mypy {version}, and jaxtyping-promo needs mypy {oldest} or newer: pip install 'mypy>={oldest}'"


_COMPLAINT = complaint(__version__)
if _COMPLAINT is not None:
    raise ImportError(_COMPLAINT)
