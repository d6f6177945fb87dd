"""The systems agree with the tables of the documents, except for known changes of the libraries."""

from __future__ import annotations

from collections import Counter

import pytest
from oracles.documents import ABSENT, TABLES, cells, differing

pytestmark = pytest.mark.once


@pytest.mark.parametrize("table", [name for name in TABLES if name not in ("torch", "array_api_2020_proposal")])
def test_no_cell_differs(table):
    assert len(list(cells(table))) == 324
    assert differing(table) == []


def test_numpy_has_no_bfloat16():
    assert Counter(cell.today == ABSENT for cell in cells("numpy")) == {False: 289, True: 35}


def test_differences_in_pytorch():
    cells = differing("torch")
    assert len(cells) == 49
    unsigned = {"uint16", "uint32", "uint64"}
    new_dtypes = [c for c in cells if {c.left, c.right} & unsigned]
    half = [c for c in cells if {c.left, c.right} == {"float16", "weak_complex"}]
    scalars = [c for c in cells if c.left.startswith("weak") and c.right.startswith("weak")]
    assert (len(new_dtypes), len(half), len(scalars)) == (45, 2, 2)
    assert all(cell.document is None for cell in new_dtypes)
    assert {cell.today for cell in half} == {"complex32"}
    assert [(c.document, c.today) for c in scalars] == [("float64", "float32"), ("complex128", "complex64")]


def test_differences_in_the_array_api():
    assert {(c.left, c.right) for c in differing("array_api_2020_proposal")} == {
        (a, b) for a, b in ((c.left, c.right) for c in cells("array_api_2020_proposal")) if "float16" in (a, b)
    }
