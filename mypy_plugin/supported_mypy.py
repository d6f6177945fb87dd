"""Refuses to be imported by a mypy that the plugin does not work with: what mypy says then names the version it needs.

The plugin uses modules of mypy that older versions do not have, or have in another form. mypy shows the message of an
exception that a plugin raises at import, and stops; later it would be an INTERNAL ERROR.
"""

from __future__ import annotations

import re

from mypy.version import __version__

OLDEST = (2, 4)
"""The oldest version of mypy that the plugin works with; `pyproject.toml` says the same."""


def complaint(version: str) -> str | None:
    """What is wrong with a version of mypy; None if nothing is, or if it is no version."""
    found = re.match(r"(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) >= OLDEST:
        return None
    oldest = ".".join(map(str, OLDEST))
    return f"this is mypy {version}, and jaxtyping-promo needs mypy {oldest} or newer: pip install 'mypy>={oldest}'"


_COMPLAINT = complaint(__version__)
if _COMPLAINT is not None:
    raise ImportError(_COMPLAINT)
