"""Reports silent losses of dtypes: finds them by `jaxtyping_promo.diagnostics.loss` for mypy's expressions."""
