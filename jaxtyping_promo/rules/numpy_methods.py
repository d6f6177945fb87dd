"""NumPy functions that call a method of their argument: ``np.mean(x)`` of a JAX array is a JAX array.

The result is the result of JAX's function of that name. NumPy's stubs state ``float64`` for the mean instead. All other
NumPy functions convert their argument to a NumPy array.
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

CONVERSIONS = ("numpy._core.multiarray.array", "numpy._core.multiarray.asarray")
"""The functions that convert a JAX array to a NumPy array."""
CONVERTED = "strong(x)"
"""The dtype of the converted array: NumPy has no weak types."""
