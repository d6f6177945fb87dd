"""Hooks of JAX's functions that take functions: `jit`, `vmap`, `grad`, loops."""
