"""The generated pages of docs/evidence/ contain the output of their generators for the stored results."""

from __future__ import annotations

import json
from pathlib import Path

import conformance_report as conformance
import systems_report as systems


def generated_part(page: Path, begin: str, end: str) -> str:
    return page.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0].strip()


def test_the_pages_of_systems_are_of_today():
    measured = json.loads(systems.MEASURED.read_text(encoding="utf-8"))
    assert generated_part(systems.PAGE, systems.BEGIN, systems.END) == "\n".join(systems.generated(measured)).strip()
    assert generated_part(systems.TABLES, systems.BEGIN, systems.END) == "\n".join(systems.differences()).strip()


def test_every_system_was_measured_without_a_mismatch():
    measured = json.loads(systems.MEASURED.read_text(encoding="utf-8"))
    assert set(measured) == set(systems.ORACLES)
    assert all(row["mismatches"] == 0 and row["cells"] > 250 for rows in measured.values() for row in rows)


def test_the_pages_of_conformance_are_of_today():
    measured = json.loads(conformance.MEASURED.read_text(encoding="utf-8"))
    assert (
        generated_part(conformance.PAGE, conformance.BEGIN, conformance.END)
        == "\n".join(conformance.summary(measured)).strip()
    )
    assert (
        generated_part(conformance.TABLES, conformance.BEGIN, conformance.END)
        == "\n".join(conformance.generated(measured)).strip()
    )
