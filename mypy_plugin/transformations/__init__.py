"""Hooks of JAX's functions that take functions: `jit`, `vmap`, `grad`, loops.

`hook_tables` merges the tables of these modules.
"""
