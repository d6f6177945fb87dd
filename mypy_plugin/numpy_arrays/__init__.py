"""Hooks of NumPy's functions and operators with JAX arrays and dtypes as arguments.

`hook_tables` merges the tables of these modules.
"""
