"""Dtypes through calls: the result of a function that nobody annotated with dtypes."""
