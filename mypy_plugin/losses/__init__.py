"""What an expression loses silently: findings of `jaxtyping_promo.diagnostics.loss` at mypy's expressions."""
