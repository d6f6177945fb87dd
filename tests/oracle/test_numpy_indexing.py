"""The kinds of indexed NumPy arrays: every index of up to three items, of arrays of up to three dimensions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from oracles.numpy_functions import kind_of

from jaxtyping_promo.inference.numpy_indexing import indexed_kinds

ITEMS: dict[str, list[Any]] = {
    "integer": [0, np.int8(0)],
    "slice": [slice(None), slice(0, 1)],
    "ellipsis": [...],
    "new axis": [None],
    "array": [[0], np.array([0]), np.array(0), [True]],
}
"""The items of an index, by kind."""


@pytest.mark.parametrize("dimensions", range(4))
def test_an_index_gives_numpys_kind(dimensions: int) -> None:
    array = np.ones((1,) * dimensions)
    kinds = frozenset(("array" if dimensions else "0-d array",))
    for count in range(4):
        for index in itertools.product(ITEMS, repeat=count):
            for items in itertools.product(*(ITEMS[item] for item in index)):
                try:
                    results = [array[items], *([array[items[0]]] if count == 1 else [])]
                except IndexError:
                    continue
                for known in (None, dimensions):
                    inferred = indexed_kinds(kinds, index, dimensions=known)
                    assert {kind_of(result) for result in results} <= inferred, (items, known)
