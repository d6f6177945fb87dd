"""CuPy: it promotes by calling NumPy, and its ufuncs have NumPy's type signatures.

CuPy 14 follows NEP 50, so its dtypes are NumPy's. CuPy computes on a GPU, so tests compare this system with the
signatures of its ufuncs instead of their results. The ufuncs list signatures for ``bool - bool``, ``-bool`` and
``+bool``, whose functions raise the same error as NumPy.

Sources: https://docs.cupy.dev/en/stable/user_guide/difference.html, and ``cupy.add.types`` of each ufunc.
"""

from __future__ import annotations

from ..system import System
from .numpy import numpy_like

SOURCE = "https://docs.cupy.dev/en/stable/user_guide/difference.html"
CHECKED = "CuPy 14.2.0 (type signatures)"


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of CuPy, which has no modes."""
    return numpy_like(name, source=SOURCE, checked=CHECKED)
