"""CuPy: NumPy's promotion, which it asks NumPy for, and ufuncs with NumPy's type signatures.

Nothing differs in dtypes since CuPy 14 follows NEP 50; before, 0-d arrays and scalars were judged by their kind rather
than by NumPy's look at their values. CuPy computes on a GPU, so this system is held against the signatures of its
ufuncs and not against what they compute. The ufuncs list a signature for ``bool - bool``, ``-bool`` and ``+bool``,
behind which stands a function that raises the same error as NumPy.

Sources: https://docs.cupy.dev/en/stable/user_guide/difference.html, and ``cupy.add.types`` and its like.
"""

from __future__ import annotations

from ..system import System
from .numpy import numpy_like

SOURCE = "https://docs.cupy.dev/en/stable/user_guide/difference.html"
CHECKED = "CuPy 14.2.0 (type signatures)"


def system(name: str, *, x64: bool, strict: bool) -> System:
    """CuPy's promotion, which has no modes."""
    return numpy_like(name, source=SOURCE, checked=CHECKED)
