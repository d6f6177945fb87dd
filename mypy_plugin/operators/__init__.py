"""Hooks of operators: of arrays, of the `operator` module, and of other packages' classes.

All ask `array_operators.binary_result` or `unary_result` for the type of an operation.
"""
