"""The system ``cupy`` agrees with the type signatures of the installed CuPy's ufuncs; no GPU is needed."""

from __future__ import annotations

from oracles import cupy as oracle


def test_every_cell_is_cupys():
    cells = list(oracle.cells())
    assert len(cells) > 3500
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []
