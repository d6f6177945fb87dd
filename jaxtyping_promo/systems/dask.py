"""Dask: NumPy's promotion, which it asks NumPy for.

What differs is one operator: ``+x`` is ``x`` itself, bools included.

Source: ``dask.array.core.Array`` and ``elemwise``, which infers the dtype by applying the NumPy function.
"""

from __future__ import annotations

from ..system import System
from .numpy import CHANGES, DEFAULTS, EXCEPTIONS, PROMOTION, REJECTS, SCALARS, STRONG, result_of_many

SOURCE = "https://docs.dask.org/en/stable/array.html"
CHECKED = "Dask 2026.8.0"


def system(name: str, *, x64: bool, strict: bool) -> System:
    """Dask's promotion, which has no modes."""
    return System(
        name=name,
        source=SOURCE,
        checked=CHECKED,
        nodes=(*STRONG, *DEFAULTS),
        promotion=PROMOTION,
        result_of_many=result_of_many,
        scalars=SCALARS,
        defaults=DEFAULTS,
        changes=CHANGES,
        rejects={op: dtypes for op, dtypes in REJECTS.items() if op != "pos"},
        exceptions=EXCEPTIONS,
    )
