"""The rules of jax.scipy.linalg, in the language of `jaxtyping_promo.rules.parser`."""

from __future__ import annotations

DECOMPOSITIONS = {
    "cho_factor": "(inexact(a), none)",
    "cholesky": "inexact(a)",
    "eigh": "(abs inexact(a), inexact(a)) unless b is given; with eigvals_only=True: abs inexact(a) unless b is given",
    "eigh_tridiagonal": "(abs canonical(d, e), canonical(d, e)) unless eigvals_only selects another type"
    "; with eigvals_only=True: abs canonical(d, e)",
    "hessenberg": "same(a) unless calc_q selects another type; with calc_q=True: (same(a), strong(a))",
    "lu": "(abs canonical inexact(a), canonical inexact(a), inexact(a))"
    "; with permute_l=True: (canonical inexact(a), inexact(a))",
    "lu_factor": "(inexact(a), int32_weak_like(a))",
    "polar": "(canonical(a), canonical(a)) unless method is given for weak operands",
    "qr": "(inexact(a), inexact(a)) unless mode or pivoting selects another type"
    "; with mode=full: (inexact(a), inexact(a))"
    "; with mode=economic: (inexact(a), inexact(a))"
    "; with mode=r: (inexact(a),)"
    "; with pivoting=True: (inexact(a), inexact(a), int32_weak_like(a))"
    "; with mode=economic, pivoting=True: (inexact(a), inexact(a), int32_weak_like(a))"
    "; with mode=r, pivoting=True: (inexact(a), int32_weak_like(a))",
    "qr_multiply": "(inexact(a, c), inexact(a, c))",
    "rsf2csf": "(to_complex inexact(T, Z), to_complex inexact(T, Z))",
    "schur": "(same(a), same(a)) unless output is given",
    "svd": "(inexact(a), abs inexact(a), inexact(a)); with compute_uv=False: abs inexact(a)",
}

SOLVERS = {
    "cho_solve": "inexact(c_and_lower[0], b)",
    "det": "inexact only_strong(a)",
    "inv": "canonical inexact(a)",
    "lu_solve": "inexact(lu_and_piv[0], b)",
    "solve": "inexact(a, b)",
    "solve_sylvester": "canonical inexact(A, B, C)",
    "solve_triangular": "inexact(a, b)",
}

FUNCTIONS_OF_A_MATRIX = {
    "expm": "canonical inexact(A)",
    "expm_frechet": "(canonical(A, E), canonical(A, E)) unless compute_expm selects another type"
    "; with compute_expm=False: canonical(A, E)",
    "funm": "to_complex canonical(A) unless disp selects another type",
    "sqrtm": "to_complex strong inexact(A)",
}

SPECIAL_MATRICES = {
    "block_diag": "canonical(*arrs)",
    "circulant": "same(c)",
    "companion": "canonical inexact(a)",
    "convolution_matrix": "canonical(a)",
    "dft": "dtype or complex",
    "fiedler": "abs(a)",
    "fiedler_companion": "strong inexact(a) | inexact(a)",
    "hadamard": "dtype or int",
    "hankel": "canonical(c, r)",
    "helmert": "float",
    "hilbert": "float",
    "invhilbert": "float",
    "invpascal": "float",
    "leslie": "promoted(f, s)",
    "pascal": "float32",
    "toeplitz": "canonical(c, r)",
}

RULES: dict[str, dict[str, str]] = {
    "jax.scipy.linalg": {**DECOMPOSITIONS, **SOLVERS, **FUNCTIONS_OF_A_MATRIX, **SPECIAL_MATRICES}
}
"""The rules by module and function."""

EARLIER: dict[tuple[int, int], dict[str, dict[str, str]]] = {
    (0, 12): {"jax.scipy.linalg": {"solve_sylvester": "unknown"}},
}
"""The rules that differed before a version of JAX. Tests compare them with JAX 0.10; 0.11 is assumed to be the same."""
