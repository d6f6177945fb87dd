"""The tables of the plugin's hooks: each name is in one table."""

from __future__ import annotations

import pytest
from jaxtyping_promo.mypy_plugin.hook_tables import merged


def test_the_order_of_tables_does_not_matter() -> None:
    assert merged({"a": 1}, {"b": 2}) == merged({"b": 2}, {"a": 1})


def test_a_name_in_two_tables_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"two hooks for jax\.jit"):
        merged({"jax.jit": 1, "jax.grad": 2}, {"jax.jit": 3})
