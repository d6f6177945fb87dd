"""Writes docs/evidence/systems.md: each system against its real library, the tables of documents, and the laws.

``python tests/oracle/systems_report.py`` compares with every installed library, or with the libraries of the named
oracles. docs/evidence/systems.json keeps the results of other environments (TensorFlow, PyTorch, CuPy).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "shared"))

from oracles.cells import Cell
from oracles.documents import ABSENT, cells, differing
from oracles.documents import TABLES as DOCUMENT_TABLES
from pages import rewrite

from jaxtyping_promo import get_system
from jaxtyping_promo.cli.shared_options import DOCUMENTED
from jaxtyping_promo.criteria import CRITERIA, violations
from jaxtyping_promo.laws import counterexamples
from jaxtyping_promo.system import System
from jaxtyping_promo.systems import MODES, MODULES
from jaxtyping_promo.systems.table import short

DOCS = Path(__file__).parents[2] / "docs" / "evidence"
MEASURED = DOCS / "systems.json"
PAGE, TABLES = DOCS / "systems.md", DOCS / "tables" / "systems.md"
"""The page with the summary, and the page with every cell that differs from a document."""
BEGIN, END = "<!-- generated: python tests/oracle/systems_report.py -->", "<!-- end of what is generated -->"

ORACLES = {
    "jax": "jax", "jax_lax": "jax", "numpy": "numpy", "torch": "torch", "tensorflow": "tensorflow",
    "tensorflow_numpy:tensorflow-numpy": "tensorflow", "tensorflow_numpy:tensorflow-numpy-safe": "tensorflow",
    "array_api": "array_api_strict", "dask": "dask", "cupy": "cupy",
}  # fmt: skip
"""For each oracle, the package that it needs. An oracle may have an argument after a colon."""


def measure(oracle: str) -> list[dict[str, object]]:
    """The numbers of compared cells and mismatches of an oracle, by system and kind."""
    name, _, argument = oracle.partition(":")
    module = import_module(f"oracles.{name}")
    compared: dict[tuple[str, str], list[Cell]] = {}
    for cell in module.cells(argument) if argument else module.cells():
        compared.setdefault((cell.system.partition(" (")[0], cell.kind), []).append(cell)
    return [
        {
            "system": system,
            "kind": kind,
            "library": module.VERSION,
            "call": module.CALL,
            "cells": len(cells),
            "mismatches": sum(cell.ours != cell.theirs for cell in cells),
        }
        for (system, kind), cells in compared.items()
    ]


def update(oracles: Iterable[str]) -> None:
    """Measure with some oracles, and keep the results of the others."""
    measured = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    for oracle in oracles:
        print(oracle, flush=True)
        measured[oracle] = measure(oracle)
    measured = {oracle: measured[oracle] for oracle in ORACLES if oracle in measured}
    MEASURED.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
    rewrite(PAGE, BEGIN, END, generated(measured))
    rewrite(TABLES, BEGIN, END, differences())


def generated(measured: dict[str, list[dict[str, object]]]) -> Iterator[str]:
    """The lines of the generated part."""
    yield "### Systems"
    yield ""
    rows = [get_system(name) for name in MODULES]
    yield from _table(
        ("system", "modes", "rules", "dtypes", "last held against", "source"),
        (
            (
                f"`{s.name}`",
                ", ".join(MODES.get(s.name, ())),
                "lattice" if s.lattice else "table",
                len(s.nodes),
                s.checked,
                f"[link]({s.source})",
            )
            for s in rows
        ),
    )
    yield ""
    yield "### Held against the real libraries"
    yield ""
    yield from _table(
        ("system", "asked", "library", "what is asked", "cells", "mismatches"),
        (
            (f"`{r['system']}`", r["kind"], r["library"], r["call"], f"{r['cells']:,}", r["mismatches"])
            for records in measured.values()
            for r in records
        ),
    )
    yield ""
    yield "### Held against the tables of the documents"
    yield ""
    yield from _table(
        ("table", "system", "cells", "differ today"),
        (
            (f"`{table}.json`", f"`{get_system(name, x64=x64).title}`", len(list(cells(table))), len(differing(table)))
            for table, (name, x64) in DOCUMENT_TABLES.items()
        ),
    )
    yield ""
    yield "[The cells that differ](tables/systems.md)"
    yield ""
    yield "### Laws"
    yield ""
    laws = ("existence", "commutativity", "associativity")
    yield from _table(
        ("system", *laws, *(c for c in CRITERIA if c != "lattice"), "a counterexample"),
        (_law_row(get_system(name, x64="x64" in MODES.get(name, ())), laws) for name in MODULES),
    )


def differences() -> Iterator[str]:
    """The cells in which a library differs today from the tables in its documents."""
    for table in DOCUMENT_TABLES:
        if differing(table):
            yield f"## `{table}.json`"
            yield ""
            yield "A dash is an error."
            yield ""
            yield from _table(
                ("left", "right", "document", "today"),
                ((_code(c.left), _code(c.right), _code(c.document), _code(c.today)) for c in differing(table)),
            )
            yield ""


def _law_row(system: System, laws: tuple[str, ...]) -> tuple[object, ...]:
    nodes = [node for node in DOCUMENTED if node in system.nodes]
    broken = {law: list(counterexamples(nodes, system.promote, (law,))) for law in laws}
    counts = [len(examples) for examples in broken.values()]
    counts += [len(list(violations(system, c, nodes))) for c in CRITERIA if c != "lattice"]
    telling = sorted(
        broken["commutativity"] + broken["associativity"],
        key=lambda c: ((c.left is None) + (c.right is None), sum(node in system.defaults for node in c.nodes)),
    )
    example = ""
    if telling:
        law, operands, left, right = telling[0]
        example = f"{law}: {', '.join(map(_code, operands))} make {_code(left)} or {_code(right)}"
    return (f"`{system.title}`", *(count or "holds" for count in counts), example)


def _code(name: str | None) -> str:
    return "-" if name is None else name if name == ABSENT else f"`{short(name)}`"


def _table(header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield "|" + " --- |" * len(header)
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in ORACLES]
    if unknown:
        sys.exit(f"unknown oracle {unknown[0]!r}; oracles: {', '.join(ORACLES)}")
    installed = [oracle for oracle, package in ORACLES.items() if find_spec(package)]
    update(sys.argv[1:] or installed)
