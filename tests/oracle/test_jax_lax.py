"""The system ``jax.lax`` against the installed JAX, with 64-bit dtypes on and off."""

from __future__ import annotations

from oracles import jax_lax as oracle

# One of each behaviour: JAX's functions know no other difference within a kind. The table in docs/systems.md is of all.
DTYPES = (
    "bool_", "uint1", "uint8", "uint64", "int1", "int2", "int32", "int64", "float8_e4m3", "float8_e4m3fnuz", "bfloat16",
    "float32", "float64", "complex64", "complex128", "weak_int", "weak_float", "weak_complex",
)  # fmt: skip


def test_every_cell_is_jaxs():
    cells = list(oracle.cells(DTYPES))
    assert len(cells) > 10_000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []
