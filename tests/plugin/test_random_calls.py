"""Random programs of several modules whose functions declare no dtypes: mypy infers no wrong dtype for their calls.

``python tests/plugin/random_calls.py`` tries more programs.
"""

from __future__ import annotations

import pytest
from random_calls import compared

pytestmark = [pytest.mark.once, pytest.mark.slow]

SEEDS = range(2)


@pytest.mark.long
def test_random_calls(record_cases) -> None:
    outcome = compared(SEEDS)
    record_cases(outcome.checkpoints, len(outcome.faults))
    assert outcome.checkpoints > 40 * len(SEEDS)
    assert outcome.known() > outcome.checkpoints / 3
    assert not outcome.faults, "\n".join(map(str, outcome.faults))
