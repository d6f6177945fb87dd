"""The rules of NumPy's functions that reduce or accumulate along an axis, by kind of result and signature."""

from __future__ import annotations

REDUCTIONS: dict[str, str] = {
    "all(a, axis, out, keepdims, *, where)": "bool",
    "any(a, axis, out, keepdims, *, where)": "bool",
    "argmax(a, axis, out, *, keepdims)": "index",
    "argmin(a, axis, out, *, keepdims)": "index",
    "average(a, axis, weights, returned, *, keepdims)": (
        "default_float_if_exact first_as_float(a, weights); "
        "with returned=True: (default_float_if_exact first_as_float(a, weights), unknown)"
    ),
    "max(a, axis, out, keepdims, initial, where)": "same(a)",
    "mean(a, axis, dtype, out, keepdims, *, where)": "dtype or default_float_if_exact(a)",
    "median(a, axis, out, overwrite_input, keepdims)": "default_float_if_exact(a)",
    "min(a, axis, out, keepdims, initial, where)": "same(a)",
    "nanargmax(a, axis, out, *, keepdims)": "index",
    "nanargmin(a, axis, out, *, keepdims)": "index",
    "nanmax(a, axis, out, keepdims, initial, where)": "same(a)",
    "nanmean(a, axis, dtype, out, keepdims, *, where)": "inexact dtype or default_float_if_exact(a)",
    "nanmedian(a, axis, out, overwrite_input, keepdims)": "default_float_if_exact(a)",
    "nanmin(a, axis, out, keepdims, initial, where)": "same(a)",
    "nanprod(a, axis, dtype, out, keepdims, initial, where)": "dtype or accumulator(a)",
    "nanstd(a, axis, dtype, out, ddof, keepdims, *, where, mean, correction)": (
        "real_inexact dtype or default_float_if_exact real_part(a) unless mean is given"
    ),
    "nansum(a, axis, dtype, out, keepdims, initial, where)": "dtype or accumulator(a)",
    "nanvar(a, axis, dtype, out, ddof, keepdims, *, where, mean, correction)": (
        "real_inexact dtype or default_float_if_exact real_part(a) unless mean is given"
    ),
    "prod(a, axis, dtype, out, keepdims, initial, where)": "dtype or accumulator(a)",
    "ptp(a, axis, out, keepdims)": "only_number(a)",
    "std(a, axis, dtype, out, ddof, keepdims, *, where, mean, correction)": (
        "real_number dtype or default_float_if_exact real_part(a) unless mean is given"
    ),
    "sum(a, axis, dtype, out, keepdims, initial, where)": "dtype or accumulator(a)",
    "var(a, axis, dtype, out, ddof, keepdims, *, where, mean, correction)": (
        "real_number dtype or default_float_if_exact real_part(a) unless mean is given"
    ),
}
"""The functions whose result is a scalar if no axis is given."""

QUANTILES: dict[str, str] = {
    **dict.fromkeys(
        (
            "nanpercentile(a, q, axis, out, overwrite_input, method, keepdims, *, weights)",
            "percentile(a, q, axis, out, overwrite_input, method, keepdims, *, weights)",
        ),
        "default_float_if_exact only_real levels(q, a) | default_float_if_exact only_real levels_before_2_1(q, a) "
        "unless method, weights is given",
    ),
    **dict.fromkeys(
        (
            "nanquantile(a, q, axis, out, overwrite_input, method, keepdims, *, weights)",
            "quantile(a, q, axis, out, overwrite_input, method, keepdims, *, weights)",
        ),
        "default_float_if_exact only_real fractions(q, a) unless method, weights is given",
    ),
}
"""The quantiles, whose result has the dimensions of `q` if no axis is given."""

CONTRACTIONS: dict[str, str] = {
    "trace(a, offset, axis1, axis2, dtype, out)": "dtype or accumulator(a)",
    "trapezoid(y, x, dx, axis)": "default_float_if_exact(y, x) unless dx is given",
}
"""The functions whose result is a scalar or an array, by the number of dimensions."""

ACCUMULATIONS: dict[str, str] = {
    "cumprod(a, axis, dtype, out)": "dtype or accumulator(a)",
    "cumsum(a, axis, dtype, out)": "dtype or accumulator(a)",
    "cumulative_prod(x, /, *, axis, dtype, out, include_initial)": "dtype or accumulator(x)",
    "cumulative_sum(x, /, *, axis, dtype, out, include_initial)": "dtype or accumulator(x)",
    "nancumprod(a, axis, dtype, out)": "dtype or accumulator(a)",
    "nancumsum(a, axis, dtype, out)": "dtype or accumulator(a)",
}
"""The functions that keep the axis."""

RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy": {
        "reduction": REDUCTIONS,
        "quantile": QUANTILES,
        "contraction": CONTRACTIONS,
        "count": {"count_nonzero(a, axis, *, keepdims)": "index unless keepdims is given"},
        "array": ACCUMULATIONS,
    },
}
"""The rules by module, kind of result, and signature."""
