"""JAX's configuration options (x64, strict promotion) at each place of the program.

`jax_modes` answers which configurations may apply at a place; `possible_modes` runs a hook in each of them.
"""
