"""The generated pages of docs/evidence/ contain the output of their generators for the stored results."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

from report import BEGIN, END, MEASURED, ORACLES, PAGE, TABLES, differences, generated

CONFORMANCE = Path(__file__).parents[1] / "static" / "report.py"


def generated_part(page: Path, begin: str, end: str) -> str:
    return page.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0].strip()


def module(path: Path) -> ModuleType:
    """Load a module whose name another module has, too."""
    spec = importlib.util.spec_from_file_location("conformance_report", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_the_pages_of_systems_are_of_today():
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    assert generated_part(PAGE, BEGIN, END) == "\n".join(generated(measured)).strip()
    assert generated_part(TABLES, BEGIN, END) == "\n".join(differences()).strip()


def test_every_system_was_measured_without_a_mismatch():
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    assert set(measured) == set(ORACLES)
    assert all(row["mismatches"] == 0 and row["cells"] > 250 for rows in measured.values() for row in rows)


def test_the_pages_of_conformance_are_of_today():
    report = module(CONFORMANCE)
    measured = json.loads(report.MEASURED.read_text(encoding="utf-8"))
    assert generated_part(report.PAGE, report.BEGIN, report.END) == "\n".join(report.summary(measured)).strip()
    assert generated_part(report.TABLES, report.BEGIN, report.END) == "\n".join(report.generated(measured)).strip()
