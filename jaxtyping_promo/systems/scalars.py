"""The nodes that Python's scalar types stand for: a convention of this package, the same in every system."""

from __future__ import annotations

SCALARS: dict[str, str] = {"bool": "bool_", "int": "weak_int", "float": "weak_float", "complex": "weak_complex"}
