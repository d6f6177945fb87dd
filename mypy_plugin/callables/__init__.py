"""Functions as values: the parameters that a lambda is given, and `functools.partial`."""
