"""JAX's configuration options (x64, strict promotion) at each place of the program."""
