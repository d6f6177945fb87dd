"""The table of reach counts expressions in modelled modules apart, and replaces the tables of its page."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.package_drivers import END
from benchmarks.reach import BENCHMARK, reach, tables


def row(path: str, line: int, **more):
    return {"path": path, "line": line, "column": 1, "end_line": line, "end_column": 5, **more}


def ran(path: str, line: int):
    return row(path, line, expression="BinOp", dtypes=[{"dtype": "float32", "weak": False, "kind": "jax"}])


MODELLED = "/site-packages/flax/linen/module.py"
READ = "/site-packages/flax/linen/linear.py"
TRUTH = {"values": [ran(MODELLED, 1), ran(READ, 1), ran(READ, 2), ran(READ, 3)], "promotions": []}
CHECK = {
    "values": [
        row(READ, 1, dtypes=["float32"], weak=False),
        row(READ, 2, dtypes=[], cause="f has no model (a.py:3)"),
    ],
    "findings": [],
}


def test_expressions_of_modelled_modules_are_counted_apart() -> None:
    found = reach("flax", TRUTH, CHECK)
    assert (found.verdicts["known"], found.verdicts["unknown"], found.verdicts["not reached"]) == (1, 1, 2)
    assert found.modelled == 1


def test_the_page_gets_the_tables(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BENCHMARK.begin}earlier\n{END}\nafter\n")
    rows = [reach("flax", TRUTH, CHECK)]
    BENCHMARK.write(rows, page)
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "earlier" not in text
    assert tables(rows) in text
    assert "| flax | 1 | f has no model |" in text
    assert "| all | 4 | 1 | 25.0 | 0 | 1 | 2 | 1 | 0 | 0 | 0 | 0 |" in text
