"""Promotion tables in the short codes of JAX's documents: ``u8`` is uint8, ``i*`` weak int, ``-`` no promotion.

Systems without a lattice declare their promotion by `read_table`.
"""

from __future__ import annotations

from ..dtypes import DTYPES, WEAK_TYPES

_KINDS = {"uint": "u", "int": "i", "bfloat": "bf", "float": "f", "complex": "c"}


def _code(name: str) -> str:
    if name == "bool_":
        return "b"
    kind, rest = next((kind, name.removeprefix(kind)) for kind in _KINDS if name.startswith(kind))
    return _KINDS[kind] + rest


CODES: dict[str, str] = {
    **{name: _code(name) for name in DTYPES},
    **{name: _code(name.removeprefix("weak_")) + "*" for name in WEAK_TYPES},
}
"""The short code of every dtype and weak type."""

NAMES: dict[str, str] = {code: name for name, code in CODES.items()}
"""The dtype or weak type of every short code."""


def short(name: str) -> str:
    """The short code of a node: ``i8`` for int8, ``i8[]`` for a 0-d int8. Other names stay as they are."""
    base = name.removesuffix("[]")
    return CODES.get(base, base) + name[len(base) :]


def read_table(text: str) -> dict[tuple[str, str], str]:
    """The pairs of a table that promote, with their results.

    The table has the right operands in its first line, and one row for each left operand.

    Raises:
        ValueError: a row has another number of cells than the first line, or a code is not in `NAMES`.
    """
    header, *rows = (line.split() for line in text.strip().splitlines())
    promotion = {}
    for left, *cells in rows:
        for right, cell in zip(header, cells, strict=True):
            if cell != "-":
                try:
                    promotion[NAMES[left], NAMES[right]] = NAMES[cell]
                except KeyError as error:
                    raise ValueError(f"row {left}, column {right}: {error.args[0]!r} is no code of a dtype") from None
    return promotion
