"""Reports silent losses of dtypes.

These modules read mypy's expressions, ask `jaxtyping_promo.diagnostics` for findings, and pass them to `report`.
"""
