"""Whole programs: mypy's revealed types are compared with the values of the running program."""
