"""Type checkers take long to start, so that most of their tests are outside the core suite."""

from __future__ import annotations

import pytest

CORE = ("test_truths.py", "test_valid.py")
"""The modules whose tests are in the core suite: a program of each subject has the dtypes of a run, and no error."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of type checkers slow."""
    if item.path.name not in CORE:
        item.add_marker("slow")
