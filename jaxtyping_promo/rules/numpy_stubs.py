"""Functions for which NumPy's stubs state a wrong dtype: ``np.sum`` of unsigned integers is unsigned, not int64.

The tables were measured with NumPy 2.5: each function, with one to three arguments, for arrays, scalars and lists of
every dtype, of several dtypes, and of unknown dtype (``tests/plugin/test_numpy_operands.py --exhaustive``).
"""

from __future__ import annotations

UNSIGNED = ("uint8", "uint16", "uint32")
SIGNED = ("int8", "int16", "int32", "int64")
EXACT = ("bool", "bool_", "int", *UNSIGNED, "uint64", *SIGNED, "int_", "uint")

ACCUMULATIONS = frozenset(
    (
        *("sum", "prod", "cumsum", "cumprod", "nansum", "nanprod", "nancumsum", "nancumprod"),
        *("cumulative_sum", "cumulative_prod", "trace"),
    )
)
"""The functions and methods that add or multiply integers in 64 bits. The stubs state the same or a signed dtype."""


def accumulated(node: str) -> str | None:
    """The dtype in which NumPy adds up a bool or an integer; None for anything else."""
    if node in ("bool", "bool_", *SIGNED):
        return "int64"
    return "uint64" if node in (*UNSIGNED, "uint64") else None


WRONG: dict[str, tuple[str, ...]] = {
    "angle": ("int8", "int16", "uint8", "uint16"),
    "diff": ("bool", "bool_"),
    **dict.fromkeys(("irfft2", "irfftn"), ("float16",)),
    "i0": ("float16", "float32"),
    "ix_": ("bool", "bool_"),
    "matrix_power": ("bool", "bool_"),
    "polyval": ("bool", "bool_"),
    "round": ("bool_",),
    "vander": ("bool", "bool_", *UNSIGNED, "uint64", *SIGNED, "float16", "float32", "complex64"),
    **dict.fromkeys(("quantile", "nanquantile"), EXACT),
}  # fmt: skip
"""For each function or method, the dtypes of its first operand with a wrong result. Lists count by their items."""

WRONG_OF_SCALARS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("fftn", "ifftn"),
        (*EXACT, "float", "complex", "float16", "float32", "float64", "complex64", "complex128"),
    ),
    "choice": EXACT,
}
"""For each function, the NumPy and Python scalars for which NumPy's stubs state a wrong dtype."""

EXACT_SECOND = ("quantile", "nanquantile")
"""The functions whose stub is wrong only if the second operand is a bool or an integer, too."""

FOURIER = frozenset(
    f"{inverse}{kind}{n}" for inverse in ("", "i") for kind in ("fft", "rfft", "hfft") for n in ("", "2", "n")
)
"""Fourier transforms. NumPy keeps single precision; the stubs of NumPy 2.4 state double precision."""
SINGLE, DOUBLE = ("float16", "float32", "complex64"), ("float64", "complex128")

WRONG_OF_UNKNOWN = FOURIER | {
    *("mean", "std", "var", "nanmean", "nanstd", "nanvar"),
    *("percentile", "quantile", "nanpercentile", "nanquantile", "histogram_bin_edges"),
    *("geomspace", "linspace", "logspace", "bartlett", "blackman", "hamming", "hanning", "i0", "kaiser"),
    *("around", "clip", "ediff1d", "kron", "polyadd", "polyfit", "polymul", "polysub"),
}
"""The functions and methods for which the stubs state a dtype, mostly float64, although that of an argument is unknown."""

JOINED: dict[str, tuple[str, ...]] = {
    "arange": ("stop", "step"),
    "average": ("weights",),
    "clip": ("a_min", "a_max", "min", "max"),
    "cov": ("fweights", "aweights"),
    "diff": ("prepend", "append"),
    **dict.fromkeys(("histogram", "histogram_bin_edges"), ("bins",)),
    "histogram2d": ("y", "bins"),
    **dict.fromkeys(("percentile", "quantile", "nanpercentile", "nanquantile"), ("q",)),
    "select": ("default",),
    "trapezoid": ("x", "dx"),
    "unwrap": ("period",),
}
"""For each function, the parameters whose dtypes NumPy joins with that of the array; the stubs state the array's."""
STRONG_NUMBERS = frozenset(("diff", "unwrap"))
"""The functions among them that make an array of a Python number."""
