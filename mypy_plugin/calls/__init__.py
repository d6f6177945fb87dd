"""Infers the results of functions without declared dtypes from their bodies.

The default function hook asks `inferred_calls`. `called_functions` finds the function that a call reaches, and
`call_arguments` the types of its parameters. `answers` has its body checked with these types.
"""
