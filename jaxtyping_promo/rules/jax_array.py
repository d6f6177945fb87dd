"""The rules of the methods of jax.Array. ``self`` is the array.

A method follows the function of `jax.numpy` with the same name. The oracle tests compare every line with JAX.
"""

from __future__ import annotations

REDUCTIONS = {
    "argmax": "index",
    "argmin": "index",
    "all": "bool",
    "any": "bool",
    "cumprod": "dtype or canonical default_int_if_bool(self)",
    "cumsum": "dtype or canonical default_int_if_bool(self)",
    "max": "canonical(self)",
    "mean": "dtype or canonical inexact(self)",
    "min": "canonical(self)",
    "prod": "dtype or canonical accumulator(self) unless promote_integers is given",
    "ptp": "canonical(self)",
    "std": "inexact dtype or canonical real_part inexact(self)",
    "sum": "dtype or canonical accumulator(self) unless promote_integers is given",
    "trace": "dtype or canonical accumulator(self)",
    "var": "inexact dtype or canonical real_part inexact(self)",
}

ELEMENTWISE = {
    "astype": "dtype or unknown",
    "clip": "promoted(self, min, max)",
    "conj": "same(self)",
    "conjugate": "same(self)",
    "round": "same(self) unless decimals is given for weak operands",
    "view": "if_strong dtype or same(self)",
}

INDICES = {
    "argpartition": "int32_weak_like(self)",
    "argsort": "index",
    "nonzero": "tuple of index unless fill_value is given",
    "searchsorted": "int32",
}

ALGEBRA = {
    "dot": "preferred_element_type or promoted(self, b)",
}

REARRANGEMENTS = {
    **dict.fromkeys(
        ("T", "addressable_data", "block_until_ready", "copy", "flatten", "mT", "ravel", "reshape", "sort", "squeeze",
         "swapaxes", "take", "to_device", "transpose", "__getitem__"),
        "same(self)",
    ),
    "byteswap": "strong(self)",
    "compress": "same(self) unless size is given for weak operands",
    "diagonal": "strong(self) unless offset is given for weak operands",
    "repeat": "same(self) unless total_repeat_length is given for weak operands",
    "choose": "canonical(*choices)",
    "imag": "real_part(self)",
    "real": "real_part(self)",
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
        "same(self) promoting self, values",
    ),
    **dict.fromkeys(("apply", "array", "get"), "same(self)"),
    "divide": "inexact(self) promoting self, values",
    "index": "none",
    "power": "pow(self, self) promoting self, values",
}
"""The methods of ``x.at[...]``. ``self`` is the array, and the new values do not change its dtype."""

RULES: dict[str, dict[str, str]] = {
    "jax.Array": {**REDUCTIONS, **ELEMENTWISE, **INDICES, **ALGEBRA, **REARRANGEMENTS, **NO_ARRAY},
    "jax.Array.at": AT,
}
"""The rules by class and method."""
