"""jaxtyping's annotations, ``Float32[Array, "batch dim"]``: the dtypes of a name, and the axes in the string.

The package imports neither jaxtyping nor JAX nor mypy. The mypy plugin reads annotations with it.
"""
