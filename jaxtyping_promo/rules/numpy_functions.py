"""The rules of NumPy's functions that compute with, rearrange or search arrays, by kind of result and signature."""

from __future__ import annotations

ELEMENTWISE: dict[str, str] = {
    "angle(z, deg)": "real_part only_inexact(z)",
    "around(a, decimals, out)": "float16_if_bool(a)",
    "clip(a, a_min, a_max, out, *, min, max, **kwargs)": "first_as_array(a, a_min, a_max, min, max) unless dtype is given",
    "digitize(x, bins, right)": "to_index only_real(x)",
    "fix(x, out)": "only_real(x) | only_real smallest_float(x)",
    "flip(m, axis)": "same(m)",
    "interp(x, xp, fp, left, right, period)": "double as_array(fp)",
    "isclose(a, b, rtol, atol, equal_nan)": "bool",
    "iscomplex(x)": "bool",
    "isneginf(x, out)": "to_bool only_real(x)",
    "isposinf(x, out)": "to_bool only_real(x)",
    "isreal(x)": "bool",
    "kron(a, b)": "as_array(a, b)",
    "nan_to_num(x, copy, nan, posinf, neginf)": "same(x)",
    "polyval(p, x)": "as_array(p, x)",
    "sinc(x)": "default_float_if_exact(x)",
}
"""The functions whose result is a scalar if all operands are."""

KEEPING_KIND: dict[str, str] = {
    "imag(val)": "real_part(val)",
    "real(val)": "real_part(val)",
    "astype(x, dtype, /, *, copy, device)": "dtype or unknown",
}
"""The functions whose result is a scalar or an array as their operand is."""

CONTRACTIONS: dict[str, str] = {
    "choose(a, choices, out, mode)": "promoted(*choices)",
    "corrcoef(x, y, rowvar, *, dtype)": "inexact dtype or double(x, y)",
    "lexsort(keys, axis)": "index",
    "ravel_multi_index(multi_index, dims, mode, order)": "index",
    "searchsorted(a, v, side, sorter)": "index",
    "take(a, indices, axis, out, mode)": "same(a)",
    "unstack(x, /, *, axis)": "tuple of same(x)",
}
"""The functions whose result is a scalar or an array, by the number of dimensions."""

PRODUCTS: dict[str, str] = {
    "dot(a, b, out)": "as_array(a, b)",
    "einsum(*operands, out, optimize, **kwargs)": "as_array(*operands) unless kwargs is given",
    "inner(a, b, /)": "as_array(a, b)",
}
"""The same functions, whose result is a scalar if all operands are."""

OF_ALL_ITEMS: dict[str, str] = {"vdot(a, b, /)": "as_array(a, b)"}
"""The functions whose result is a scalar."""

OF_SHAPE_OF_OPERAND: dict[str, str] = {
    "atleast_1d(*arys)": "each of same(arys)",
    "atleast_2d(*arys)": "each of same(arys)",
    "atleast_3d(*arys)": "each of same(arys)",
    "piecewise(x, condlist, funclist, *args, **kw)": "same(x)",
    "i0(x)": "default_float_if_exact only_real(x)",
    "pad(array, pad_width, mode, **kwargs)": "same(array)",
}
"""The functions that return an array with as many dimensions as their operand."""

REARRANGED: dict[str, str] = {
    "matrix_transpose(x, /)": "same(x)",
    "moveaxis(a, source, destination)": "same(a)",
    "reshape(a, /, shape, order, *, copy)": "same(a)",
    "rollaxis(a, axis, start)": "same(a)",
    "squeeze(a, axis)": "same(a)",
    "swapaxes(a, axis1, axis2)": "same(a)",
    "transpose(a, axes)": "same(a)",
}
"""The functions that return a scalar for a scalar, perhaps, and an array for an array."""

OF_OPERANDS: dict[str, str] = {
    "broadcast_to(array, shape, subok)": "same(array)",
    "cov(m, y, rowvar, bias, ddof, fweights, aweights, *, dtype)": "inexact dtype or double(m, y)",
    "real_if_close(a, tol)": "same(a) | real_part(a)",
    "resize(a, new_shape)": "same(a)",
    "roll(a, shift, axis)": "same(a)",
    "select(condlist, choicelist, default)": "promoted(*choicelist, default=int)",
    "tensordot(a, b, axes)": "as_array(a, b)",
    "where(condition, x, y, /)": "promoted(x, y); without operands: tuple of index",
    "unique_all(x)": "(same(x), index, index, index)",
    "unique_inverse(x)": "(same(x), index)",
    "isin(element, test_elements, assume_unique, invert, *, kind)": "bool",
}
"""The functions that return an array of any number of dimensions."""

WITH_DIMENSIONS: dict[str, str] = {
    "append(arr, values, axis)": "as_array(arr, values)",
    "argpartition(a, kth, axis, kind, order)": "index",
    "argsort(a, axis, kind, order, *, stable, descending)": "index",
    "argwhere(a)": "index",
    "block(arrays)": "as_array(*arrays)",
    "column_stack(tup)": "as_array(*tup)",
    "compress(condition, a, axis, out)": "same(a)",
    "concatenate(arrays, /, axis, out, *, dtype, casting)": "same_kind dtype or promoted(*arrays) unless casting is given",
    "convolve(a, v, mode)": "as_array(a, v)",
    "correlate(a, v, mode)": "as_array(a, v)",
    "cross(a, b, axisa, axisb, axisc, axis)": "only_number as_array(a, b)",
    "delete(arr, obj, axis)": "same(arr)",
    "diag(v, k)": "same(v)",
    "diagflat(v, k)": "same(v)",
    "diagonal(a, offset, axis1, axis2)": "same(a)",
    "diff(a, n, axis, prepend, append)": "as_array(a, prepend, append)",
    "dstack(tup)": "as_array(*tup)",
    "ediff1d(ary, to_end, to_begin)": "only_number(ary)",
    "expand_dims(a, axis)": "same(a)",
    "extract(condition, arr)": "same(arr)",
    "flatnonzero(a)": "index",
    "fliplr(m)": "same(m)",
    "flipud(m)": "same(m)",
    "hstack(tup, *, dtype, casting)": "same_kind dtype or as_array(*tup) unless casting is given",
    "insert(arr, obj, values, axis)": "same(arr)",
    "outer(a, b, out)": "as_array(a, b)",
    "packbits(a, /, axis, bitorder)": "to_uint8 only_exact(a)",
    "partition(a, kth, axis, kind, order)": "same(a)",
    "ravel(a, order)": "same(a)",
    "repeat(a, repeats, axis)": "same(a)",
    "rot90(m, k, axes)": "same(m)",
    "sort(a, axis, kind, order, *, stable, descending)": "same(a)",
    "stack(arrays, axis, out, *, dtype, casting)": "same_kind dtype or as_array(*arrays) unless casting is given",
    "take_along_axis(arr, indices, axis)": "same(arr)",
    "tile(A, reps)": "same(A)",
    "tril(m, k)": "same(m)",
    "triu(m, k)": "same(m)",
    "unwrap(p, discont, axis, *, period)": "default_float_if_exact only_real(p) unless period is given",
    "vstack(tup, *, dtype, casting)": "same_kind dtype or as_array(*tup) unless casting is given",
    "bincount(x, /, weights, minlength)": (
        "double only_real(weights); without operands: to_index no_uint64 only_exact(x)"
    ),
}
"""The functions whose result has a dimension."""

SETS: dict[str, str] = {
    "intersect1d(ar1, ar2, assume_unique, return_indices)": (
        "as_array(ar1, ar2); with return_indices=True: (as_array(ar1, ar2), index, index)"
    ),
    "setdiff1d(ar1, ar2, assume_unique)": "same(ar1)",
    "setxor1d(ar1, ar2, assume_unique)": "as_array(ar1, ar2) unless assume_unique is given",
    "union1d(ar1, ar2)": "promoted(ar1, ar2)",
    "unique(ar, return_index, return_inverse, return_counts, axis, *, equal_nan, sorted)": (
        "same(ar); also index if return_index, index if return_inverse, index if return_counts"
    ),
    "unique_counts(x)": "(same(x), index)",
    "unique_values(x)": "same(x)",
}
"""The functions of sets."""

SEVERAL: dict[str, str] = {
    "array_split(ary, indices_or_sections, axis)": "list of same(ary)",
    "dsplit(ary, indices_or_sections)": "list of same(ary)",
    "hsplit(ary, indices_or_sections)": "list of same(ary)",
    "nonzero(a)": "tuple of index",
    "split(ary, indices_or_sections, axis)": "list of same(ary)",
    "vsplit(ary, indices_or_sections)": "list of same(ary)",
    "broadcast_arrays(*args, subok)": "each of same(args)",
    "gradient(f, *varargs, axis, edge_order)": (
        "array or list of default_float_if_exact only_number(f) unless varargs is given"
    ),
    "histogram(a, bins, range, density, weights)": (
        "(index, default_float_if_exact(a)) unless bins is not a Python number unless weights is given; "
        "with density=True: (float, default_float_if_exact(a)) unless bins is not a Python number "
        "unless weights is given"
    ),
    "histogram_bin_edges(a, bins, range, weights)": (
        "default_float_if_exact(a) unless bins is not a Python number unless weights is given"
    ),
    "histogram2d(x, y, bins, range, density, weights)": (
        "(float, default_float_if_exact(x, y), default_float_if_exact(x, y)) "
        "unless bins is not a Python number unless density, weights is given"
    ),
}
"""The functions that return several arrays."""

POLYNOMIALS: dict[str, str] = {
    "polyadd(a1, a2)": "as_array(a1, a2)",
    "polyder(p, m)": "promoted_with_int64(p) unless m is given",
    "polyfit(x, y, deg, rcond, full, w, cov)": "double first_not_half(y, x) unless full, w, cov is given",
    "polyint(p, m, k)": "double(p) unless m, k is given",
    "polymul(a1, a2)": "as_array(a1, a2)",
    "polysub(a1, a2)": "only_number as_array(a1, a2)",
    "roots(p)": "complex_of linalg_float(p) | linalg_float(p)",
}
"""The functions of polynomials with coefficients in an array."""

PYTHON_VALUES: dict[str, str] = {
    **dict.fromkeys(("ndim(a)", "size(a, axis)"), "int"),
    **dict.fromkeys(
        ("allclose(a, b, rtol, atol, equal_nan)", "array_equal(a1, a2, equal_nan)", "array_equiv(a1, a2)",
         "can_cast(from_, to, casting)", "iscomplexobj(x)", "isdtype(dtype, kind)", "isfortran(a)", "isrealobj(x)",
         "isscalar(element)", "issubdtype(arg1, arg2)", "iterable(y)", "may_share_memory(a, b, /, max_work)",
         "shares_memory(a, b, /, max_work)"),
        "bool",
    ),
}  # fmt: skip
"""The functions that return Python numbers."""

NO_ARRAY: dict[str, str] = dict.fromkeys(
    ("array2string(a, max_line_width, precision, suppress_small, separator, prefix, *, formatter, threshold, edgeitems, "
     "sign, floatmode, suffix, legacy)",
     "array_repr(arr, max_line_width, precision, suppress_small)", "array_str(a, max_line_width, precision, "
     "suppress_small)", "base_repr(number, base, padding)", "binary_repr(num, width)", "broadcast_shapes(*args)",
     "common_type(*arrays)", "copyto(dst, src, casting, where)", "einsum_path(*operands, optimize, einsum_call)",
     "fill_diagonal(a, val, wrap)", "format_float_positional(x, precision, unique, fractional, trim, sign, pad_left, "
     "pad_right, min_digits)", "format_float_scientific(x, precision, unique, trim, sign, pad_left, exp_digits, "
     "min_digits)", "min_scalar_type(a, /)", "mintypecode(typechars, typeset, default)", "place(arr, mask, vals)",
     "promote_types(type1, type2, /)", "put(a, ind, v, mode)", "put_along_axis(arr, indices, values, axis)",
     "putmask(a, /, mask, values)", "result_type(*arrays_and_dtypes)", "save(file, arr, allow_pickle)",
     "savetxt(fname, X, fmt, delimiter, newline, header, footer, comments, encoding)",
     "savez(file, *args, allow_pickle, **kwds)", "savez_compressed(file, *args, allow_pickle, **kwds)", "shape(a)",
     "typename(char)"),
    "none",
)  # fmt: skip
"""The functions that return no array and no number."""

RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy": {
        "elementwise": ELEMENTWISE,
        "own": KEEPING_KIND,
        "contraction": CONTRACTIONS,
        "product": PRODUCTS,
        "scalar": OF_ALL_ITEMS,
        "any array": OF_OPERANDS,
        "array of operand": OF_SHAPE_OF_OPERAND,
        "reshaped": REARRANGED,
        "array": {**WITH_DIMENSIONS, **SETS, **SEVERAL, **POLYNOMIALS},
        "python": PYTHON_VALUES,
        "none": NO_ARRAY,
    },
}
"""The rules by module, kind of result, and signature."""
