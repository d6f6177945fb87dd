"""NumPy's functions that call a method of what they are given: ``np.mean(x)`` of a JAX array is a JAX array.

It is what JAX's function of that name returns. NumPy's stubs do not know it: they say ``float64`` of the mean. All other
functions of NumPy make an array of NumPy's of what they are given.
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
"""The functions by the module that NumPy's stubs have them in. The first argument decides."""

CONVERSIONS = ("numpy._core.multiarray.array", "numpy._core.multiarray.asarray")
"""The functions that make an array of NumPy's of a JAX array."""
CONVERTED = "strong(x)"
"""Its dtype: NumPy knows no weak ones."""
