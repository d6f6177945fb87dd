"""Computes a hash of the package's sources, on which all results depend besides the configuration.

The plugin passes it to mypy, which checks modules again when it changes.
"""

from __future__ import annotations

import os
from hashlib import sha256

OTHER = frozenset(("__pycache__", "cli", "stubgen", "tracing"))
"""The folders whose sources mypy's results do not depend on."""


def fingerprint() -> str:
    """A short hash of the package's sources: code, rules and tables."""
    import jaxtyping_promo

    package, plugin = os.path.dirname(jaxtyping_promo.__file__), os.path.dirname(__file__)
    folders = [package] if plugin.startswith(package + os.sep) else [package, plugin]
    digest = sha256()
    for folder in folders:
        paths: list[str] = []
        for inner, names, files in os.walk(folder):
            names[:] = [name for name in names if name not in OTHER]
            paths += [os.path.join(inner, name) for name in files if name.endswith(".py")]
        for path in sorted(paths):
            with open(path, "rb", 0) as file:
                digest.update(path[len(folder) :].encode() + b"\0" + file.read())
    return digest.hexdigest()[:16]
