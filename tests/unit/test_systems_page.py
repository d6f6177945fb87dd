"""docs/evidence/systems.md says what its generator says today, of what was measured."""

from __future__ import annotations

import json

from report import BEGIN, END, MEASURED, ORACLES, PAGE, generated


def test_the_page_is_of_today():
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert page.strip() == "\n".join(generated(measured)).strip()


def test_every_system_was_measured_without_a_mismatch():
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    assert set(measured) == set(ORACLES)
    assert all(row["mismatches"] == 0 and row["cells"] > 250 for rows in measured.values() for row in rows)
