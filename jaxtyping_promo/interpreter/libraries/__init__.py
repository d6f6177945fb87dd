"""Transfer functions of library functions that are not interpreted, by full name; see `registry`."""

from __future__ import annotations

from importlib import import_module

MODULES = (
    "builtin_functions",
    "builtin_attributes",
    "builtin_iteration",
    "functools_functions",
    "itertools_functions",
    "operator_functions",
    "math_functions",
    "copies",
    "class_functions",
    "attrs_classes",
    "collection_functions",
    "standard_library",
    "function_signatures",
    "dispatch",
    "attribute_dicts",
    "caches",
    "held_objects",
    "key_paths",
    "tree_functions",
    "transformations",
    "derivatives",
    "shape_structs",
    "configuration_functions",
    "control_flow",
    "branches",
    "ufunc_methods",
    "jax_dtypes",
    "entry_functions",
    "divergences",
    "equinox_transformations",
    "equinox_functions",
    "equinox_primitives",
    "linen_modules",
    "linen_methods",
    "linen_lifts",
    "linen_gradients",
    "flax_core",
    "haiku_modules",
    "haiku_transforms",
    "nnx_graphs",
    "nnx_flat_states",
    "nnx_transformations",
    "nnx_mapped",
    "einops_functions",
)
"""The modules that register transfer functions."""


def load_models() -> None:
    """Fill the registry of transfer functions."""
    for name in MODULES:
        import_module(f".{name}", __package__)
