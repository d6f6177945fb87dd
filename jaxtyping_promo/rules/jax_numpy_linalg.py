"""The rules of jax.numpy.linalg, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

DECOMPOSITIONS = {
    "cholesky": "inexact(a)",
    "eig": "(to_complex inexact(a), to_complex inexact(a))",
    "eigh": "(abs inexact(a), inexact(a))",
    "eigvals": "to_complex inexact(a)",
    "eigvalsh": "abs inexact(a)",
    "qr": "(inexact(a), inexact(a))"
    "; with mode=reduced: (inexact(a), inexact(a))"
    "; with mode=complete: (inexact(a), inexact(a))"
    "; with mode=raw: (inexact(a), inexact(a))"
    "; with mode=r: inexact(a)",
    "svd": "(inexact(a), abs inexact(a), inexact(a)) unless hermitian is given for weak operands unless compute_uv selects another type"
    "; with compute_uv=False: abs inexact(a) unless hermitian is given for weak operands",
    "svdvals": "abs inexact(x)",
}

NORMS = {
    "cond": "abs inexact(x) unless p is given for weak operands",
    "det": "inexact only_strong(a)",  # of a weak matrix: weak up to 3 x 3, strong above
    "matrix_norm": "abs canonical inexact(x)",
    "matrix_rank": "int32_without_x64",
    "norm": "abs canonical inexact(x)",
    "slogdet": "(canonical inexact only_strong(a), abs canonical inexact only_strong(a))",
    "trace": "dtype or canonical accumulator(x)",
    "vector_norm": "abs canonical default_float_if_exact(x) unless ord is given",
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
    "diagonal": "strong(x) unless offset is given for weak operands",
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
