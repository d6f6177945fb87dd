"""The rules of shapes agree with JAX. ``jaxtyping_shapes.py`` tries as many calls as requested."""

from __future__ import annotations

import pytest
from jaxtyping_shapes import compare

pytestmark = pytest.mark.once


def test_rules_of_shapes():
    counts, wrong = compare(calls=600, seed=7)
    assert not wrong, wrong[:10]
    assert counts["known"] >= 0.9 * 600
    assert counts["rejected"] >= 100
