"""Hooks of NumPy's functions and operators, where they meet JAX's arrays and dtypes."""
