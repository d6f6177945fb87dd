"""Hooks of JAX's functions on arrays and pytrees."""
