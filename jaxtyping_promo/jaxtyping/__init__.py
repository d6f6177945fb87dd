"""jaxtyping's annotations, ``Float32[Array, "batch dim"]``: which dtypes a name stands for, and what the string says.

Nothing here imports jaxtyping, JAX or mypy.
"""
