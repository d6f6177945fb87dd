"""Follows the dtypes of variables, attributes and containers through the statements of a program.

`assigned_values` has the hooks that see each assigned value, `followed_values` chooses the values, and
`assigning_statements` finds their types. The room `variables` finds the assignments of a file.
"""
