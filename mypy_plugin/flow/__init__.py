"""Follows the dtypes of variables, attributes and containers through the statements of a program.

`assignments` finds the assignments of a file; `assigned_values` has the hooks that see each assigned value.
"""
