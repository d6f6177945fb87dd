"""The rules of the methods and attributes of ``numpy.ndarray``, which NumPy's scalars have as well.

``self`` is the array. A name without parentheses is an attribute.
"""

from __future__ import annotations

REDUCTIONS: dict[str, str] = {
    "all(self, /, axis, out, keepdims, *, where)": "bool",
    "any(self, /, axis, out, keepdims, *, where)": "bool",
    "argmax(self, /, axis, out, *, keepdims)": "index",
    "argmin(self, /, axis, out, *, keepdims)": "index",
    "max(self, /, axis, out, **kwargs)": "same(self)",
    "mean(self, /, axis, dtype, out, **kwargs)": "dtype or default_float_if_exact(self)",
    "min(self, /, axis, out, **kwargs)": "same(self)",
    "prod(self, /, axis, dtype, out, **kwargs)": "dtype or accumulator(self)",
    "std(self, /, axis, dtype, out, ddof, **kwargs)": (
        "real_number dtype or default_float_if_exact real_part(self) unless mean is given"
    ),
    "sum(self, /, axis, dtype, out, **kwargs)": "dtype or accumulator(self)",
    "var(self, /, axis, dtype, out, ddof, **kwargs)": (
        "real_number dtype or default_float_if_exact real_part(self) unless mean is given"
    ),
}
"""The methods whose result is a scalar if no axis is given."""

CONTRACTIONS: dict[str, str] = {
    "choose(self, /, choices, out, mode)": "promoted(*choices)",
    "dot(self, other, /, out)": "as_array(self, other)",
    "searchsorted(self, v, /, side, sorter)": "index",
    "take(self, indices, /, axis, out, mode)": "same(self)",
    "trace(self, /, offset, axis1, axis2, dtype, out)": "dtype or accumulator(self)",
}
"""The methods whose result is a scalar or an array, by the number of dimensions."""

ELEMENTWISE: dict[str, str] = {
    "clip(self, /, min, max, out, **kwargs)": "promoted(self, min, max) unless dtype is given",
    "round(self, /, decimals, out)": "float16_if_bool(self)",
}
"""The methods whose result is a scalar if all operands are."""

KEEPING_KIND: dict[str, str] = {
    "T": "same(self)",
    "mT": "same(self)",
    "imag": "real_part(self)",
    "real": "real_part(self)",
    "astype(self, /, dtype, order, casting, subok, copy)": "dtype or unknown",
    "byteswap(self, /, inplace)": "same(self)",
    "copy(self, /, order)": "same(self)",
    "swapaxes(self, axis1, axis2, /)": "same(self)",
    "to_device(self, device, /, *, stream)": "same(self)",
    "transpose(self, /, *axes)": "same(self)",
    "view(self, dtype, type)": "dtype or same(self) unless type is given",
}
"""The methods and attributes whose result is a scalar or an array as ``self`` is."""

CONJUGATES: dict[str, str] = dict.fromkeys(("conj(self, /)", "conjugate(self, /)"), "same(self)")
"""The methods whose result is a scalar for a complex array without dimensions."""

WITH_DIMENSIONS: dict[str, str] = {
    "argpartition(self, kth, /, axis, kind, order)": "index",
    "argsort(self, /, axis, kind, order, *, stable, descending)": "index",
    "compress(self, /, condition, axis, out)": "same(self)",
    "cumprod(self, /, axis, dtype, out)": "dtype or accumulator(self)",
    "cumsum(self, /, axis, dtype, out)": "dtype or accumulator(self)",
    "diagonal(self, /, offset, axis1, axis2)": "same(self)",
    "flatten(self, /, order)": "same(self)",
    "nonzero(self, /)": "tuple of index",
    "ravel(self, /, order)": "same(self)",
    "repeat(self, repeats, /, axis)": "same(self)",
}
"""The methods whose result has a dimension."""

ANY_SHAPE: dict[str, str] = {
    "reshape(self, /, *shape, order, copy)": "same(self)",
    "squeeze(self, /, axis)": "same(self)",
}
"""The methods whose result has any number of dimensions."""

PYTHON_VALUES: dict[str, str] = {
    "item(self, /, *args)": "same(self)",
    **dict.fromkeys(("itemsize", "nbytes", "ndim", "size"), "int"),
}
"""The methods and attributes that are Python numbers."""

NO_ARRAY: dict[str, str] = dict.fromkeys(
    ("data", "device", "dtype", "dump(self, /, file)", "dumps(self, /)", "fill(self, /, value)", "flags",
     "partition(self, kth, /, axis, kind, order)", "put(self, indices, values, /, mode)",
     "resize(self, /, *new_shape, refcheck)", "setfield(self, val, /, dtype, offset)",
     "setflags(self, /, *, write, align, uic)", "shape", "sort(self, /, axis, kind, order, *, stable, descending)",
     "strides", "tobytes(self, /, order)", "tofile(self, fid, /, sep, format)", "tolist(self, /)"),
    "none",
)  # fmt: skip
"""The methods and attributes that are no arrays and no numbers."""

RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy.ndarray": {
        "reduction": REDUCTIONS,
        "contraction": CONTRACTIONS,
        "elementwise": ELEMENTWISE,
        "own": KEEPING_KIND,
        "own or scalar": CONJUGATES,
        "indexed": {"__getitem__(self, key, /)": "same(self)"},
        "array": WITH_DIMENSIONS,
        "reshaped": ANY_SHAPE,
        "python": PYTHON_VALUES,
        "none": NO_ARRAY,
    },
}
"""The rules by class, kind of result, and signature."""
