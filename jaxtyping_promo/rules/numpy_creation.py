"""The rules of NumPy's functions that create arrays, by kind of result and signature."""

from __future__ import annotations

FROM_SHAPES: dict[str, str] = {
    "empty(shape, dtype, order, *, device, like)": "dtype or float",
    "full(shape, fill_value, dtype, order, *, device, like)": "dtype or as_array(fill_value)",
    "loadtxt(fname, dtype, comments, delimiter, converters, skiprows, usecols, unpack, ndmin, encoding, max_rows, *, "
    "quotechar, like)": "dtype or float",
    "ones(shape, dtype, order, *, device, like)": "dtype or float",
    "zeros(shape, dtype, order, *, device, like)": "dtype or float",
    "array(object, dtype, *, copy, order, subok, ndmin, ndmax, like)": "dtype or nested(*object)",
    "asanyarray(a, dtype, order, *, device, copy, like)": "dtype or nested(*a)",
    "asarray(a, dtype, order, *, device, copy, like)": "dtype or nested(*a)",
    "asarray_chkfinite(a, dtype, order)": "dtype or nested(*a)",
    "asfortranarray(a, dtype, *, like)": "dtype or nested(*a)",
    "from_dlpack(x, /, *, device, copy)": "same(x)",
    "require(a, dtype, requirements, *, like)": "dtype or nested(*a)",
}
"""The functions that return an array of any number of dimensions."""

LIKE: dict[str, str] = {
    "copy(a, order, subok)": "same(a)",
    "empty_like(prototype, /, dtype, order, subok, shape, *, device)": "dtype or same(prototype)",
    "full_like(a, fill_value, dtype, order, subok, shape, *, device)": "dtype or same(a)",
    "ones_like(a, dtype, order, subok, shape, *, device)": "dtype or same(a)",
    "zeros_like(a, dtype, order, subok, shape, *, device)": "dtype or same(a)",
}
"""The functions that return an array with the shape of their operand, or of another shape."""

WITH_DIMENSIONS: dict[str, str] = {
    "arange(start_or_stop, /, stop, step, *, dtype, device, like)": (
        "dtype or promoted_with_int64 as_array(start_or_stop, stop, step)"
    ),
    "ascontiguousarray(a, dtype, *, like)": "dtype or nested(*a)",
    "bartlett(M)": "float",
    "blackman(M)": "float",
    "eye(N, M, k, dtype, order, *, device, like)": "dtype or float",
    "frombuffer(buffer, dtype, count, offset, *, like)": "dtype or float",
    "fromfile(file, dtype, count, sep, offset, *, like)": "dtype or float",
    "fromiter(iter, dtype, count, *, like)": "dtype or unknown",
    "fromstring(string, dtype, count, *, sep, like)": "dtype or float",
    "geomspace(start, stop, num, endpoint, dtype, axis)": "unless_complex dtype or double(start, stop)",
    "hamming(M)": "float",
    "hanning(M)": "float",
    "identity(n, dtype, *, like)": "dtype or float",
    "indices(dimensions, dtype, sparse)": "dtype or int; with sparse=True: tuple of dtype or int",
    "kaiser(M, beta)": "float",
    "linspace(start, stop, num, endpoint, retstep, dtype, axis, *, device)": (
        "unless_complex dtype or default_float_if_exact(start, stop); "
        "with retstep=True: (unless_complex dtype or default_float_if_exact(start, stop), unknown)"
    ),
    "logspace(start, stop, num, endpoint, base, dtype, axis)": (
        "unless_complex dtype or default_float_if_exact(start, stop) unless base is not a Python number"
    ),
    "tri(N, M, k, dtype, *, like)": "dtype or float",
    "vander(x, N, increasing)": "promoted_with_int64(x)",
}
"""The functions whose result has a dimension."""

INDICES: dict[str, str] = {
    "diag_indices(n, ndim)": "tuple of index",
    "diag_indices_from(arr)": "tuple of index",
    "mask_indices(n, mask_func, k)": "tuple of index",
    "tril_indices(n, k, m)": "tuple of index",
    "tril_indices_from(arr, k)": "tuple of index",
    "triu_indices(n, k, m)": "tuple of index",
    "triu_indices_from(arr, k)": "tuple of index",
    "unravel_index(indices, shape, order)": "tuple of index",
    "ix_(*args)": "each of default_int_if_bool(args)",
    "meshgrid(*xi, copy, sparse, indexing)": "each of same(xi)",
}
"""The functions that return tuples of arrays."""

RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy": {
        "any array": FROM_SHAPES,
        "array of operand": LIKE,
        "array": {**WITH_DIMENSIONS, **INDICES},
    },
}
"""The rules by module, kind of result, and signature."""
