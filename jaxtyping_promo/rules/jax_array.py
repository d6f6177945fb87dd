"""jax.Array: what its methods return. ``self`` is the array.

A method does what the function of `jax.numpy` by its name does; the oracle tests hold every line against JAX.
"""

from __future__ import annotations

REDUCTIONS = {
    "argmax": "index",
    "argmin": "index",
    "all": "bool",
    "any": "bool",
    "cumprod": "dtype or canonical counted(self)",
    "cumsum": "dtype or canonical counted(self)",
    "max": "canonical(self)",
    "mean": "dtype or canonical inexact(self)",
    "min": "canonical(self)",
    "prod": "dtype or canonical accumulated(self) unless promote_integers",
    "ptp": "canonical(self)",
    "std": "inexact dtype or canonical real inexact(self)",
    "sum": "dtype or canonical accumulated(self) unless promote_integers",
    "trace": "dtype or canonical accumulated(self)",
    "var": "inexact dtype or canonical real inexact(self)",
}

ELEMENTWISE = {
    "astype": "dtype or unknown",
    "clip": "promoted(self, min, max)",
    "conj": "same(self)",
    "conjugate": "same(self)",
    "round": "same(self) unless weak decimals",
    "view": "strong dtype or same(self)",
}

INDICES = {
    "argpartition": "int32_like(self)",
    "argsort": "index",
    "nonzero": "tuple of index unless fill_value",
    "searchsorted": "int32",
}

ALGEBRA = {
    "dot": "preferred_element_type or promoted(self, b)",
}

SHAPES = {
    **dict.fromkeys(
        ("T", "addressable_data", "block_until_ready", "copy", "flatten", "mT", "ravel", "reshape", "sort", "squeeze",
         "swapaxes", "take", "to_device", "transpose", "__getitem__"),
        "same(self)",
    ),
    **dict.fromkeys(("byteswap", "compress"), "strong(self)"),
    "diagonal": "strong(self) unless weak offset",
    "repeat": "same(self) unless weak total_repeat_length",
    "choose": "canonical(*choices)",
    "imag": "real(self)",
    "real": "real(self)",
}  # fmt: skip

NO_ARRAY = dict.fromkeys(
    ("addressable_shards", "at", "aval", "committed", "copy_to_host_async", "delete", "device", "devices", "dtype", "flat",
     "global_shards", "is_deleted", "is_fully_addressable", "is_fully_replicated", "item", "itemsize", "nbytes", "ndim",
     "on_device_size_in_bytes", "platform", "shape", "sharding", "size", "tobytes", "tolist", "traceback",
     "unsafe_buffer_pointer", "weak_type"),
    "none",
)  # fmt: skip

AT = {
    **dict.fromkeys(
        ("add", "max", "min", "mul", "multiply", "set", "subtract"),
        "same(self) joining self, values",
    ),
    **dict.fromkeys(("apply", "array", "get"), "same(self)"),
    "divide": "inexact(self) joining self, values",
    "index": "none",
    "power": "pow(self, self) joining self, values",
}
"""What ``x.at[...]`` has: ``self`` is the array, whose dtype the values that it is updated with do not change."""

RULES: dict[str, dict[str, str]] = {
    "jax.Array": {**REDUCTIONS, **ELEMENTWISE, **INDICES, **ALGEBRA, **SHAPES, **NO_ARRAY},
    "jax.Array.at": AT,
}
"""The rules by class and method."""
