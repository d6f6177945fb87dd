"""jax.Array: what its methods return. ``self`` is the array.

A method does what the function of `jax.numpy` by its name does; the oracle tests hold every line against JAX.
"""

from __future__ import annotations

REDUCTIONS = {
    "argmax": "index",
    "argmin": "index",
    "cumprod": "dtype or canonical counted(self)",
    "cumsum": "dtype or canonical counted(self)",
    "max": "canonical(self)",
    "mean": "dtype or canonical inexact(self)",
    "min": "canonical(self)",
    "prod": "dtype or canonical accumulated(self)",
    "ptp": "canonical(self)",
    "std": "dtype or canonical real inexact(self)",
    "sum": "dtype or canonical accumulated(self)",
    "trace": "dtype or canonical accumulated(self)",
    "var": "dtype or canonical real inexact(self)",
}

ELEMENTWISE = {
    "astype": "dtype or unknown",
    "clip": "promoted(self, min, max)",
    "conj": "same(self)",
    "conjugate": "same(self)",
    "round": "same(self)",
    "view": "dtype or same(self)",
}

INDICES = {
    "argpartition": "unknown",
    "argsort": "index",
    "nonzero": "tuple of index",
    "searchsorted": "int32",
}

ALGEBRA = {
    "dot": "preferred_element_type or promoted(self, b)",
}

SHAPES = {
    "diagonal": "strong(self)",
}

RULES: dict[str, dict[str, str]] = {"jax.Array": {**REDUCTIONS, **ELEMENTWISE, **INDICES, **ALGEBRA, **SHAPES}}
"""The rules by class and method."""
