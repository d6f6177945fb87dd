"""Dask: it promotes by calling NumPy.

One operator differs from NumPy's: ``+x`` is ``x`` itself, also for bools.

Source: ``dask.array.core.Array`` and ``elemwise``, which infers the dtype by applying the NumPy function.
"""

from __future__ import annotations

from ..system import System
from .numpy import REJECTS, numpy_like

SOURCE = "https://docs.dask.org/en/stable/array.html"
CHECKED = "Dask 2026.8.0"

REJECTS_OF_DASK = {op: dtypes for op, dtypes in REJECTS.items() if op != "pos"}


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of Dask, which has no modes."""
    return numpy_like(name, source=SOURCE, checked=CHECKED, rejects=REJECTS_OF_DASK)
