"""Follows the dtypes of variables, attributes and containers through the statements of a program.

`assigned_values` has the hooks that see each assigned value. The room `variables` finds the assignments of a file.
"""
