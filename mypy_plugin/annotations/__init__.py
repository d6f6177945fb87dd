"""Annotations that name a dtype: dtype classes, `jax.Array` with a dtype, and jaxtyping's annotations.

The plugin asks these modules for the hooks of types, and when mypy begins to check a file.
"""
