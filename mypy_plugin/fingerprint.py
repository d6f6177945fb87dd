"""Computes a hash of the package's sources, on which all results depend besides the configuration.

The plugin passes it to mypy, which checks modules again when it changes.
"""

from __future__ import annotations

import os
from hashlib import sha256


def fingerprint() -> str:
    """A short hash of the package's sources: code, rules and tables."""
    import jaxtyping_promo

    package, plugin = os.path.dirname(jaxtyping_promo.__file__), os.path.dirname(__file__)
    folders = [package] if plugin.startswith(package + os.sep) else [package, plugin]
    digest = sha256()
    for folder in folders:
        paths = (os.path.join(inner, name) for inner, _, names in os.walk(folder) for name in names)
        for path in sorted(path for path in paths if path.endswith(".py")):
            with open(path, "rb") as file:
                digest.update(os.path.relpath(path, folder).encode() + b"\0" + file.read())
    return digest.hexdigest()[:16]
