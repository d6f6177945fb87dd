"""The nodes for which Python's scalar types stand, the same in every system."""

from __future__ import annotations

SCALARS: dict[str, str] = {"bool": "bool_", "int": "weak_int", "float": "weak_float", "complex": "weak_complex"}
