"""The nodes of Python's scalar types, which are the same in every system."""

from __future__ import annotations

SCALARS: dict[str, str] = {"bool": "bool_", "int": "weak_int", "float": "weak_float", "complex": "weak_complex"}
