"""What an editor shows of the name below the mouse."""

from __future__ import annotations

import re


def test_a_result_has_its_dtype(edit):
    shown = edit("y‸ = jnp.zeros(3, jnp.int8) + x").hover()
    assert "Array[float16]" in re.sub(r"\b(\w+\.)+", "", shown)
