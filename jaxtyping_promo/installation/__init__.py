"""What is installed and configured around this package: the questions that ``jaxtyping-promo doctor`` answers.

Each module answers one question with `Finding` objects: `stub_files`, `mypy_setup`, `sections`, `other_checkers`,
`checker_runs`, `versions` and `jax_environment`.
"""
