"""Follows the dtypes of variables, attributes and containers through the statements of a program."""
