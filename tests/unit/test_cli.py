"""The command's answers: each subcommand, as text and as JSON."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from io import StringIO

import numpy as np
import pytest
from suites import long

from jaxtyping_promo import __version__, get_system
from jaxtyping_promo.cli import main
from jaxtyping_promo.cli.app import COMMANDS

pytestmark = pytest.mark.once


@pytest.fixture
def ask(capsys):
    def run(*arguments: str) -> str:
        assert main(arguments) == 0
        output, error = capsys.readouterr()
        assert error == ""
        return output

    return run


@pytest.fixture
def ask_json(ask):
    return lambda *arguments: json.loads(ask(*arguments, "--json"))


@pytest.mark.parametrize("command", [long(name) if name in ("rule", "stubs") else name for name in COMMANDS])
def test_help_has_an_example_that_works(command, ask, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text("def squared(x):\n    return x * x\n")
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n")
    text = " ".join(ask(command, "--help").split())
    example = text.partition("Example: jaxtyping-promo ")[2]
    assert example.startswith(command)
    assert "--json" in text
    assert main(example.partition(" > ")[0].split()) == 0


def test_without_a_command_there_is_help(ask):
    text = ask()
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("module", ["jaxtyping_promo", "jaxtyping_promo.cli"])
def test_the_package_is_a_command_of_its_own(module):
    command = [sys.executable, "-m", module, "join", "int8", "float16"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "float16\n"


def test_a_terminal_without_arrows_is_no_error():
    command = [sys.executable, "-m", "jaxtyping_promo.cli", "explain", "int8", "float16"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "int8 ? int16" in done.stdout


def test_version(ask):
    assert ask("--version") == f"jaxtyping-promo, version {__version__}\n"


def test_a_missing_extra_is_one_line(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "jaxtyping_promo.cli.app", raising=False)
    monkeypatch.setitem(sys.modules, "click", None)  # `import click` then raises ModuleNotFoundError
    assert main(["join", "int8", "int16"]) == 1
    assert "pip install 'jaxtyping-promo[cli]'" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------- join


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ("int8 float16", "float16"),
        ("i8 u8", "int16"),
        ("uint32 int32", "int32"),
        ("uint32 int32 --x64", "int64"),
        ("int8 i* --strict", "int8"),
        ("int8 uint8 float16 -s numpy", "float16"),
        ("int8 int64[] -s torch", "int8"),
        ("int8[] int64[] -s torch", "int64[]"),
        ("int8[] int64[] -s jax+x64", "int64"),
        ("uint16 bool -s torch", "uint16"),
        ("int32 int -o / -s tensorflow", "float64"),
        ("int float32 -o + -s tensorflow", "float32"),
        ("uint32 float32 -s option-2", "float64"),
    ],
)
def test_join(arguments, result, ask):
    assert ask("join", *arguments.split()) == f"{result}\n"


def test_join_for_machines(ask_json):
    assert ask_json("join", "uint32", "int32", "--x64") == {
        "system": "jax",
        "x64": True,
        "strict": False,
        "operator": None,
        "operands": ["uint32", "int32"],
        "result": "int64",
    }


# ---------------------------------------------------------------------------------------------------- explain


def test_explain_gives_the_path_the_losses_and_the_others(ask_json):
    answer = ask_json("explain", "int64", "float16")
    assert answer["result"] == "float16"
    assert answer["paths"] == {"int64": ["int64", "weak_float", "float16"], "float16": ["float16"]}
    assert [loss["what"] for loss in answer["lost"]["int64"]] == ["range", "precision"]
    assert answer["lost"]["float16"] == []
    assert answer["elsewhere"]["numpy"] == "float64"
    assert answer["elsewhere"]["array-api"] == "-"


def test_explain_for_people(ask):
    text = ask("explain", "int64", "float16")
    assert "int64 → weak_float → float16" in text
    assert "range: int64 goes up to 9.22e+18, float16 to 65504" in text


def test_explain_says_how_much_memory_the_result_takes(ask, ask_json):
    for one, other in (("float16", "float32"), ("int8", "complex64"), ("uint8", "int8"), ("float32", "float32")):
        answer = ask_json("explain", one, other)
        sizes = {name: np.dtype(answer["result"]).itemsize / np.dtype(name).itemsize for name in (one, other)}
        assert answer["memory"] == {name: factor for name, factor in sizes.items() if factor > 1}
    assert ask_json("explain", "int4", "int*")["memory"] == {}
    assert "Memory\n  float32 takes twice the memory of bfloat16" in ask("explain", "bfloat16", "float32")
    assert "Memory" not in ask("explain", "float32", "float32")


def test_explain_gives_the_reason_why_there_is_no_promotion(ask):
    assert "int4 and uint4 have no common dtype; cast both operands with .astype(jnp.int32)" in ask(
        "explain", "int4", "uint4"
    )


# ------------------------------------------------------------------------------------------- table, diff, laws


def test_table_for_machines_is_the_whole_table(ask_json):
    table = ask_json("table", "--system", "numpy")["table"]
    numpy = get_system("numpy")
    assert table == {a: {b: numpy.promote(a, b) for b in numpy.nodes} for a in numpy.nodes}


def test_csv(ask):
    rows = list(
        csv.DictReader(StringIO(ask("table", "-s", "torch", "--against", "jax+x64", "--documents", "-f", "csv")))
    )
    assert len(rows) == 18 * 18
    assert sum(row["differs"] == "yes" for row in rows) == 103
    assert {(r["result"], r["jax (x64)"]) for r in rows if (r["left"], r["right"]) == ("uint8", "uint16")} == {
        ("", "uint16")
    }


def test_markdown(ask):
    lines = ask("table", "-s", "numpy", "--dtypes", "int8,uint8,i*", "--against", "jax", "-f", "markdown").splitlines()
    assert lines[0] == "| | **i8** | **u8** | **i\\*** |"
    assert lines[2] == "| **i8** | i8 | i16 | i8 |"
    assert lines[4] == "| **i\\*** | i8 | u8 | **i64** (i\\*) |"


class Cells(HTMLParser):
    """The cells of an HTML table by tooltip, and whether each is marked."""

    def __init__(self) -> None:
        super().__init__()
        self.marked: dict[str, bool] = {}
        self.open: list[str] = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "td":
            self.marked[given["title"]] = "differs" in given.get("class", "")
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_marks_the_cells_that_differ(ask):
    cells = Cells()
    cells.feed(ask("table", "-s", "numpy", "--against", "jax", "-f", "html"))
    assert cells.open == []
    assert len(cells.marked) == 17 * 17
    assert cells.marked["uint64, int8: float64 (jax: weak_float)"]
    assert not cells.marked["int8, uint8: int16"]
    assert sum(cells.marked.values()) == 89


def test_text_marks_the_cells_that_differ(ask):
    text = ask("table", "-s", "numpy", "--dtypes", "uint64,int8", "--against", "jax")
    assert [line.split() for line in text.splitlines() if line[:3] in ("u64", "i8 ")] == [
        ["u64", "u64", "f64!"],
        ["i8", "f64!", "i8"],
    ]


def test_table_of_an_operator(ask_json):
    table = ask_json("table", "-s", "numpy", "-o", "/", "--dtypes", "int8,float16,float")["table"]
    assert table["int8"] == {"int8": "float64", "float16": "float16", "float": "float64"}


def test_diff(ask_json):
    answer = ask_json("diff", "jax+x64", "numpy")
    assert answer["pairs"] == 17 * 17
    jax, numpy = get_system("jax", x64=True), get_system("numpy")
    assert {(d["left"], d["right"]) for d in answer["differing"]} == {
        (a, b) for a in numpy.nodes for b in numpy.nodes if jax.promote(a, b) != numpy.promote(a, b)
    }
    assert "bfloat16" in answer["only"]["jax (x64)"]


def test_diff_of_equals(ask):
    assert "0 of 324 pairs differ." in ask("diff", "option-3-closed", "jax+x64")


def test_laws_find_the_counterexample_of_the_jep(ask_json):
    laws = ask_json("laws", "numpy", "--all")["laws"]
    assert laws["existence"]["holds"] and laws["commutativity"]["holds"]
    triples = [tuple(c["operands"]) for c in laws["associativity"]["counterexamples"]]
    assert ("int8", "uint8", "float16") in triples
    assert len(triples) == laws["associativity"]["count"]


def test_laws_for_people(ask):
    text = " ".join(ask("laws", "numpy", "--dtypes", "int8,uint8,float16").split())
    assert "associativity" in text
    assert "no int8, uint8, float16" in text


@pytest.mark.parametrize("system", ["jax", "jax+x64", "option-1-closed", "option-2-closed", "option-3-closed"])
def test_lattices_keep_the_laws(system, ask_json):
    laws = ask_json("laws", system, "--documents")["laws"]
    assert all(laws[law]["holds"] for law in ("existence", "commutativity", "associativity", "lattice", "component"))


@pytest.mark.parametrize(
    ("system", "without_a_float"),
    [("option-1", {"uint32", "int64", "uint64"}), ("option-2", {"uint64"}), ("option-3", {"uint64"})],
)
def test_the_options_lack_the_properties_that_the_jep_denies(system, without_a_float, ask_json):
    laws = ask_json("laws", system, "--all")["laws"]
    assert laws["commutativity"]["holds"] and laws["associativity"]["holds"]
    assert all(set(c["operands"]) & without_a_float for c in laws["existence"]["counterexamples"])


@pytest.mark.parametrize(
    ("system", "law"), [("numpy", "associativity"), ("torch", "associativity"), ("tensorflow", "commutativity")]
)
def test_tables_break_the_laws(system, law, ask_json):
    assert not ask_json("laws", system)["laws"][law]["holds"]
