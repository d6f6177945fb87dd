"""The rules of JAX's functions against JAX: every dtype and pair of dtypes, weak types and scalars, x64 on and off."""

from __future__ import annotations

import pytest
from oracles.functions import computed, covered

FEWEST = 12
"""A call that JAX takes for fewer dtypes than the widest integers and floats is not the right one."""


@pytest.mark.parametrize("x64", [False, True], ids=["x32", "x64"])
@pytest.mark.parametrize("name", covered())
def test_the_rule_says_what_jax_returns(name: str, x64: bool) -> None:
    cases = computed(name, x64)
    assert cases, "JAX took no call: tests/oracle/oracles/functions.py has to say how the function is called"
    operands = {n for case in cases for n in case.nodes}
    assert not operands or len(cases) >= FEWEST
    assert not [case for case in cases if case.wrong]
    assert any(not case.unknown for case in cases)
