"""The system ``jax.lax`` agrees with the installed JAX, with 64-bit dtypes on and off."""

from __future__ import annotations

import pytest
from oracles import jax_lax as oracle


@pytest.mark.slow
def test_every_cell_is_jaxs():
    cells = list(oracle.cells())
    assert len(cells) > 45_000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []
