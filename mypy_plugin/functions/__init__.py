"""Hooks of JAX's functions on arrays and pytrees.

`hook_tables` merges the tables of these modules.
"""
