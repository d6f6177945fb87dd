"""NumPy functions that call a method of their argument: ``np.mean(x)`` of a JAX array is a JAX array.

The result is the result of JAX's function of that name. NumPy's stubs state ``float64`` for the mean instead. All other
NumPy functions convert their argument to a NumPy array. Measured with NumPy 2.5.5 and JAX 0.12.0.1: every function
of ``numpy``, ``numpy.linalg`` and ``numpy.fft``.
"""

from __future__ import annotations

CALLED: dict[str, tuple[str, ...]] = {
    "numpy._core.fromnumeric": (
        *("all", "amax", "amin", "any", "argmax", "argmin", "around", "choose", "cumprod", "cumsum", "max", "mean"),
        *(
            "min",
            "prod",
            "repeat",
            "reshape",
            "round",
            "searchsorted",
            "squeeze",
            "std",
            "sum",
            "swapaxes",
            "transpose",
        ),
        "var",
    ),
    "numpy._core.numeric": ("moveaxis", "rollaxis"),
    "numpy.lib._function_base_impl": ("flip",),
    "numpy.lib._shape_base_impl": ("array_split", "hsplit", "split", "vsplit"),
}
"""The functions, by the module that defines them in NumPy's stubs. The first argument decides."""

RETURNING_JAX: dict[str, int] = {
    **{name: 0 for names in CALLED.values() for name in names},
    "compress": 1,
    **dict.fromkeys(("dsplit", "imag", "isreal", "nonzero", "permute_dims", "real"), 0),
    **dict.fromkeys(("take_along_axis", "trim_zeros", "unstack"), 0),
}
"""All functions of ``numpy`` that return JAX arrays, with the position of the argument that decides: those above, and
those for which the plugin keeps the type of NumPy's stubs."""

OTHER_NAMES: dict[str, str] = {"permute_dims": "transpose"}
"""The functions whose parameters are those of another function of JAX: ``np.permute_dims(x)`` needs no axes."""

OF_JAX_DTYPE = frozenset(("argwhere",))
"""The functions that return a NumPy array of a dtype that a method of the JAX array has chosen."""

RETURNING_JAX_FOR_SOME: dict[str, str] = {"diff": "n", "fft.fftfreq": "d", "fft.rfftfreq": "d"}
"""The functions that return a JAX array for some values of their second parameter: ``n=0``, or a JAX array."""

ARRAY_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "compress": ("condition",),
    "repeat": ("repeats",),
    "reshape": ("copy",),
    "searchsorted": ("v", "sorter"),
}
"""The parameters of functions above whose arguments the method rejects with a TypeError unless they are arrays or numbers.
NumPy then converts the JAX array: ``np.repeat(x, [1, 2])`` is a NumPy array. ``reshape`` has no ``copy`` at all."""

REJECTED_BY_METHOD: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("argmax", "argmin"), ("complex64", "complex128", "weak_complex")
)
"""The dtypes that the method rejects with a TypeError, so that NumPy converts the array."""

CONVERSIONS = ("numpy._core.multiarray.array", "numpy._core.multiarray.asarray")
"""The functions that convert a JAX array to a NumPy array."""
CONVERTED = "strong(x)"
"""The dtype of the converted array: NumPy has no weak types."""
