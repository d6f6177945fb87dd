"""Changes that the plugin makes to the stubs' syntax trees before mypy checks the program.

They remove what only checkers without the plugin need, and add names of a newer JAX.
"""
