"""The code that an error proposes has the values that the rejected operator would have."""

from __future__ import annotations

import pytest

from jaxtyping_promo import get_system
from jaxtyping_promo.advice import explain_refusal
from jaxtyping_promo.operators import BINARY, BITWISE


@pytest.mark.parametrize("dtype", ["bfloat16", "float32", "complex64"])
@pytest.mark.parametrize("op", BITWISE)
def test_the_comparison_keeps_the_bitwise_operator(op: str, dtype: str) -> None:
    _, advice = explain_refusal(get_system("jax"), op, dtype, dtype)
    assert f"(x != 0) {BINARY[op]} (y != 0)" in advice
