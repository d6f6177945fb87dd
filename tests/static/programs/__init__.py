"""Programs for type checkers: what they say of each line, and what JAX computes there."""
