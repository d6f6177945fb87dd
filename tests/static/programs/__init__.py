"""Programs for type checkers: a checker's types for each line are compared with JAX's results."""
