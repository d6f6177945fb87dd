"""Infers the results of functions without declared dtypes from their bodies.

The default function hook asks `inferred_calls`, which checks a body with the types of one call's arguments.
"""
