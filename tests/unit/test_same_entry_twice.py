"""The comparison of a check with a run counts each executed expression once, and each promotion."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.same_entry_twice import compare, main, table


def row(line: int, column: int = 1, path: str = "lib/optax/a.py", **more):
    return {"path": path, "line": line, "column": column, "end_line": line, "end_column": column + 5, **more}


def value(line: int, *dtypes: str, **more):
    dtypes = dtypes or ("float32",)
    entries = [{"dtype": d.removesuffix("*"), "weak": d.endswith("*"), "kind": more.pop("kind", "jax")} for d in dtypes]
    return row(line, expression=more.pop("expression", "BinOp"), dtypes=entries, **more)


TRUTH = {
    "values": [
        value(1), value(2, "float32", "bfloat16"), value(3), value(4), value(5), value(6, "bool_"),
        value(7, "float32*"), value(8, "float64", kind="numpy"), value(9, expression="Name"), value(1, path="drive.py"),
    ],
    "promotions": [
        row(2, code="dtype-upcast", codes=["dtype-upcast", "dtype-implicit"]),
        row(2, code="dtype-implicit", codes=["dtype-implicit"]),
        row(3, code="dtype-range", codes=["dtype-range"]),
    ],
}  # fmt: skip
CHECK = {
    "values": [
        row(1, dtypes=["float32"], weak=False), row(2, dtypes=["float32", "bfloat16"], weak=False),
        row(3, dtypes=["int32"], weak=False), row(4, dtypes=[], cause="unknown call"),
        row(6, dtypes=["bool_", "int32"]), row(7, dtypes=["float32"], weak=False),
    ],
    "findings": [
        row(2, code="dtype-upcast"), row(3, column=9, code="dtype-range"), row(1, code="dtype-range"),
        row(50, code="dtype-range"),
    ],
}  # fmt: skip


def test_verdicts():
    results = compare(TRUTH, CHECK, ["optax"])
    optax = results["optax"]
    assert optax.verdicts == {
        "known": 3, "wider": 1, "unknown": 1, "not reached": 2, "wrong": 1, "wrong weak": 1,
    }  # fmt: skip
    assert optax.expressions == 8
    assert optax.causes == {"unknown call": 1}
    assert results["program"].verdicts == {"not reached": 1}
    assert optax.wrong[0].endswith("optax/a.py:3:1: int32; runs as float32")
    assert compare(TRUTH, CHECK, ["optax"], names=False)["optax"].expressions == 7


def test_promotions():
    counts = compare(TRUTH, CHECK, ["optax"])["optax"].promotions
    assert (counts["ran"], counts["told"], counts["not true"]) == (2, 2, 1)
    counts = compare(TRUTH, CHECK, ["optax"], codes=["dtype-upcast"])["optax"].promotions
    assert (counts["ran"], counts["told"], counts["not true"]) == (1, 1, 0)


def test_the_table_has_a_line_for_each_package():
    assert "| optax | 8 | 3 | 38 | 1 | 1 | 2 | 1 | 1 | 2 | 2 | 1 |\n" in table(compare(TRUTH, CHECK, ["optax"]))


def test_files_of_earlier_runs(tmp_path, capsys):
    for name, content in (("truth", TRUTH), ("check", CHECK)):
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    files = ["--truth", str(tmp_path / "truth"), "--check", str(tmp_path / "check")]
    assert main(["drive.py", "optax", *files]) == 1
    printed = capsys.readouterr().out
    assert "optax, unknown: unknown call 1" in printed and "wrong: " in printed


def test_an_expression_that_no_array_passes_is_not_counted():
    truth = {"values": [value(8, "float64", kind="numpy")], "promotions": []}
    assert compare(truth, {"values": []}, ["optax"]) == {}
    with pytest.raises(KeyError):
        compare({}, {}, [])
