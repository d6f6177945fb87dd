"""Reports silent losses of dtypes: finds them by `jaxtyping_promo.diagnostics` for mypy's expressions."""
