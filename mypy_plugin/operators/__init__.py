"""Hooks of operators: of arrays, of the `operator` module, and of other packages' classes."""
