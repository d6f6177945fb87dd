"""The rules of `numpy.linalg` and `numpy.fft`, by module, kind of result and signature."""

from __future__ import annotations

ARRAYS: dict[str, str] = {
    "cholesky(a, /, *, upper)": "linalg_float(a)",
    "cross(x1, x2, /, *, axis)": "only_number as_array(x1, x2)",
    "diagonal(x, /, *, offset)": "same(x)",
    "eig(a)": "(complex_of linalg_float(a), complex_of linalg_float(a)) | (linalg_float(a), linalg_float(a))",
    "eigh(a, UPLO)": "(real_part linalg_float(a), linalg_float(a))",
    "eigvals(a)": "complex_of linalg_float(a) | linalg_float(a)",
    "eigvalsh(a, UPLO)": "real_part linalg_float(a)",
    "inv(a)": "linalg_float(a)",
    "matrix_power(a, n)": "only_inexact(a)",
    "matrix_transpose(x, /)": "same(x)",
    "outer(x1, x2, /)": "as_array(x1, x2)",
    "pinv(a, rcond, hermitian, *, rtol)": "linalg_float(a)",
    "qr(a, mode)": (
        "(linalg_float(a), linalg_float(a)); with mode=r: linalg_float(a); "
        "with mode=reduced: (linalg_float(a), linalg_float(a)); with mode=complete: (linalg_float(a), linalg_float(a))"
    ),
    "solve(a, b)": "linalg_float(a, b)",
    "svd(a, full_matrices, compute_uv, hermitian)": (
        "(linalg_float(a), real_part linalg_float(a), linalg_float(a)); "
        "with compute_uv=False: real_part linalg_float(a)"
    ),
    "svdvals(x, /)": "real_part linalg_float(x)",
    "tensorinv(a, ind)": "linalg_float(a)",
    "tensorsolve(a, b, axes)": "linalg_float(a, b)",
}

SCALARS_OR_ARRAYS: dict[str, str] = {
    "cond(x, p)": "real_part linalg_float(x)",
    "det(a)": "linalg_float(a)",
    "lstsq(a, b, rcond)": ("(linalg_float(a, b), real_part linalg_float(a, b), int32, real_part linalg_float(a, b))"),
    "matmul(x1, x2, /)": "as_array(x1, x2)",
    "multi_dot(arrays, *, out)": "if_others_equal as_array(*arrays)",
    "slogdet(a)": "(linalg_float(a), real_part linalg_float(a))",
    "trace(x, /, *, offset, dtype)": "dtype or accumulator(x)",
    "vecdot(x1, x2, /, *, axis)": "as_array(x1, x2)",
}

NORMS: dict[str, str] = {
    "matrix_norm(x, /, *, keepdims, ord)": "default_float_if_exact real_part(x)",
    "norm(x, ord, axis, keepdims)": "default_float_if_exact real_part(x)",
    "vector_norm(x, /, *, axis, keepdims, ord)": "default_float_if_exact real_part(x)",
}

TRANSFORMS: dict[str, str] = {
    **dict.fromkeys(
        ("fft(a, n, axis, norm, out)", "fft2(a, s, axes, norm, out)", "fftn(a, s, axes, norm, out)",
         "ifft(a, n, axis, norm, out)", "ifft2(a, s, axes, norm, out)", "ifftn(a, s, axes, norm, out)"),
        "complex_of(a)",
    ),
    **dict.fromkeys(
        ("ihfft(a, n, axis, norm, out)", "rfft(a, n, axis, norm, out)", "rfft2(a, s, axes, norm, out)",
         "rfftn(a, s, axes, norm, out)"),
        "complex_of only_real(a)",
    ),
    **dict.fromkeys(
        ("hfft(a, n, axis, norm, out)", "irfft(a, n, axis, norm, out)"), "default_float_if_exact real_part(a)"
    ),
    **dict.fromkeys(
        ("irfft2(a, s, axes, norm, out)", "irfftn(a, s, axes, norm, out)"),
        "default_float_if_exact real_part(a) | single_or_double real_part(a)",
    ),
    **dict.fromkeys(("fftfreq(n, d, device)", "rfftfreq(n, d, device)"), "float unless d is not a Python number"),
    **dict.fromkeys(("fftshift(x, axes)", "ifftshift(x, axes)"), "same(x)"),
}  # fmt: skip

RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy.linalg": {
        "array": ARRAYS,
        "contraction": SCALARS_OR_ARRAYS,
        "reduction": NORMS,
        "rank": {"matrix_rank(A, tol, hermitian, *, rtol)": "to_index linalg_float(A)"},
        "any array": {"tensordot(x1, x2, /, *, axes)": "as_array(x1, x2)"},
    },
    "numpy.fft": {"array": TRANSFORMS},
}
"""The rules by module, kind of result, and signature."""
