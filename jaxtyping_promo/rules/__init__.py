"""What functions and operators do to dtypes, as data."""
