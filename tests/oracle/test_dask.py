"""The system ``dask`` agrees with the installed Dask: every pair and every operator."""

from __future__ import annotations

import pytest
from oracles import dask as oracle


@pytest.mark.slow
def test_every_cell_is_dasks():
    cells = list(oracle.cells())
    assert len(cells) > 6000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []
