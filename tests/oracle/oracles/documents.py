"""The tables of the public documents, cell by cell, next to the answers of our systems."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from jaxtyping_promo import UnknownDTypeError, get_system
from jaxtyping_promo.system import System

FOLDER = Path(__file__).parents[2] / "reference"
TABLES: dict[str, tuple[str, bool]] = {
    "jax": ("jax", True),
    "jax_jnp": ("jax", True),
    "jax_lax": ("jax.lax", True),
    "numpy": ("numpy", False),
    "tensorflow": ("tensorflow", False),
    "torch": ("torch", False),
    "array_api_2020_proposal": ("array-api", False),
}
"""For each table, its system, and whether x64 is on."""

NAMES = {"bool": "bool_", "int*": "weak_int", "float*": "weak_float", "complex*": "weak_complex"}
ABSENT = "absent"


class Difference(NamedTuple):
    """A cell that differs from the document today. None is an error, `ABSENT` an operand that the system lacks."""

    left: str
    right: str
    document: str | None
    today: str | None


def cells(table: str) -> Iterator[Difference]:
    """Every cell of a document's table, with both answers."""
    name, x64 = TABLES[table]
    system = get_system(name, x64=x64)
    content = json.loads((FOLDER / f"{table}.json").read_text(encoding="utf-8"))["table"]
    for left, row in content.items():
        for right, result in row.items():
            a, b, document = (NAMES.get(n, n) for n in (left, right, result))
            yield Difference(a, b, document, _today(system, a, b))


def _today(system: System, left: str, right: str) -> str | None:
    try:
        return system.promote(left, right)
    except UnknownDTypeError:
        return ABSENT


def differing(table: str) -> list[Difference]:
    """The cells that differ from the document. An empty cell agrees with an operand that the system lacks."""
    return [c for c in cells(table) if c.document != c.today and not (c.document is None and c.today == ABSENT)]
