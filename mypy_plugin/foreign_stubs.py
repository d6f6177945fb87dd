"""Warns in one line if mypy reads JAX from a file that is not a stub of this package.

That happens if another package installs `jax-stubs`, too, and overwrites these stubs, or has removed them with itself.
`jaxtyping-promo doctor` finds the cause.
"""

from __future__ import annotations

import sys

from ..installation.generated_stubs import is_generated

JAX = "jax"
"""The module whose stub every package with stubs of JAX has."""


class ForeignStubs:
    """Looks at the file of the module `jax` once, and prints the warning if the file is not generated."""

    def __init__(self) -> None:
        self._is_done = False

    def look_at(self, module: str, path: str) -> None:
        """Print the warning on standard error if a module is `jax`, and its file is not a stub of this package.

        Args:
            module: the full name of a module that mypy reads, or has in its cache.
            path: its file.
        """
        if module != JAX or self._is_done:
            return
        self._is_done = True
        if not is_generated(path):
            print(
                f"jaxtyping-promo: mypy reads jax from {path}, which is not a stub of this package, so dtypes are wrong"
                " or unknown: run jaxtyping-promo doctor",
                file=sys.stderr,
            )
