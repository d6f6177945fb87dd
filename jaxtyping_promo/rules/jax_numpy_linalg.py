"""jax.numpy.linalg: what it returns, in the language of `jaxtyping_promo.rules.rule`."""

from __future__ import annotations

DECOMPOSITIONS = {
    "cholesky": "inexact(a)",
    "eig": "(complex inexact(a), complex inexact(a))",
    "eigh": "(abs inexact(a), inexact(a))",
    "eigvals": "complex inexact(a)",
    "eigvalsh": "abs inexact(a)",
    "qr": "(inexact(a), inexact(a))"
    "; given mode=reduced: (inexact(a), inexact(a))"
    "; given mode=complete: (inexact(a), inexact(a))"
    "; given mode=raw: (inexact(a), inexact(a))"
    "; given mode=r: inexact(a)",
    "svd": "(inexact(a), abs inexact(a), inexact(a)) unless weak hermitian, union compute_uv"
    "; given compute_uv=False: abs inexact(a) unless weak hermitian",
    "svdvals": "abs inexact(x)",
}

NORMS = {
    "cond": "abs inexact(x) unless weak p",
    "det": "inexact(a)",
    "matrix_norm": "abs canonical inexact(x)",
    "matrix_rank": "int32_or_index",
    "norm": "abs canonical inexact(x)",
    "slogdet": "(canonical inexact(a), abs canonical inexact(a))",
    "trace": "dtype or canonical accumulated(x)",
    "vector_norm": "abs canonical or_float(x) unless ord",
}

SOLVERS = {
    "inv": "canonical inexact(a)",
    "lstsq": "(canonical inexact(a, b), abs canonical inexact(a, b), index, abs inexact(a, b))",
    "pinv": "canonical inexact(a)",
    "solve": "inexact(a, b)",
    "tensorinv": "canonical inexact(a)",
    "tensorsolve": "inexact(a, b)",
}

PRODUCTS = {
    "cross": "canonical(x1, x2)",
    "diagonal": "strong(x) unless weak offset",
    "matmul": "preferred_element_type or promoted(x1, x2)",
    "matrix_power": "same(a)",
    "matrix_transpose": "same(x)",
    "multi_dot": "promoted(*arrays)",
    "outer": "promoted(x1, x2)",
    "tensordot": "preferred_element_type or promoted(x1, x2)",
    "vecdot": "preferred_element_type or promoted(x1, x2)",
}

RULES: dict[str, dict[str, str]] = {"jax.numpy.linalg": {**DECOMPOSITIONS, **NORMS, **SOLVERS, **PRODUCTS}}
"""The rules by module and function."""
