"""The system ``array-api`` agrees with array-api-strict: every pair and every operator."""

from __future__ import annotations

from oracles import array_api as oracle


def test_every_cell_is_the_standards():
    cells = list(oracle.cells())
    assert len(cells) > 5000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []


def test_array_api_strict_still_departs_from_the_standard_where_it_did():
    deviations = list(oracle.deviations())
    assert len(deviations) == 16
    assert all(cell.ours is None and cell.theirs == "bool_" for cell in deviations)
