"""Reads mypy's types as operands of the inference core, and writes dtypes back as mypy's types.

All hooks convert types through these modules.
"""
