"""Writes the measured part of docs/evidence/conformance.md: the cases of the conformance suite in every type checker.

``python tests/static/conformance_report.py`` asks the checkers of this environment and older releases, which it
installs below ``build/``. Names (``mypy``, ``mypy+plugin``, ``mypy==2.1.0``) select checkers;
docs/evidence/conformance.json keeps the last results of the others. A full run takes a quarter of an hour and prints
every wrong answer. ``--one-of 10`` asks a tenth of the generated cases.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("oracle", "shared")]

from checkers import CHECKERS, Checker, Mypy
from checkers.mypy import ini
from checkers.releases import OLDER, commands
from conformance import functions, operators, truths
from conformance.measure import Judged, counts, judged
from conformance.program import Program, programs
from conformance.verdict import VERDICTS
from pages import rewrite

DOCS = Path(__file__).parents[2] / "docs" / "evidence"
MEASURED = DOCS / "conformance.json"
PAGE, TABLES = DOCS / "conformance.md", DOCS / "tables" / "conformance.md"
"""The page with the summary, and the page with every group."""
BEGIN, END = "<!-- generated: python tests/static/conformance_report.py -->", "<!-- end of what is generated -->"
WITH_PLUGIN = "mypy+plugin"
NAMES = (WITH_PLUGIN, *CHECKERS, *(f"{name}=={release}" for name, release in OLDER.items()))
SHOWN = 40
"""The maximal number of wrong answers to print for one checker."""

Table = dict[str, dict[str, int]]


def checker(name: str, folder: Path) -> Checker:
    """The checker with a name of `NAMES`. Its configuration is written to the folder."""
    (folder / "mypy.ini").write_text(ini() if name == WITH_PLUGIN else "[mypy]\n")
    if name == WITH_PLUGIN:
        return Mypy()
    kind, _, release = name.partition("==")
    return CHECKERS[kind](commands=commands(kind, release) if release else None)


def measure(name: str, every: Iterable[Program]) -> dict[str, object]:
    """The verdicts of one checker on the cases, by group."""
    with tempfile.TemporaryDirectory() as folder:
        asked = checker(name, Path(folder))
        begin = time.monotonic()
        verdicts = list(judged(asked, every, Path(folder)))
        seconds = round(time.monotonic() - begin)
    for one in itertools.islice((one for one in verdicts if one.verdict == "wrong"), SHOWN):
        print(f"  wrong: {described(one)}")
    table = {group: dict(counted) for group, counted in counts(verdicts).items()}
    print(f"{name} {asked.version()}: {dict(Counter(one.verdict for one in verdicts))}, {seconds} s", flush=True)
    return {"version": asked.version(), "groups": table}


def described(one: Judged) -> str:
    """A case and the checker's answer in one line."""
    truth = one.case.stated or one.case.dtypes or "rejected"
    answer = [f"{code}: {text.splitlines()[0]}" for code, text in one.line.errors] or one.line.revealed
    return f"{one.case.code} is {truth}, and the checker says {answer}"


def update(names: Iterable[str], step: int) -> None:
    """Ask these checkers about one in `one_of` generated cases, and keep the results of the others."""
    measured = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    every = [*programs([*operators.cases(), *functions.cases()][::step]), *truths.programs()]
    for name in names:
        measured[name] = measure(name, every)
        MEASURED.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    write(measured)


def write(measured: dict[str, dict[str, object]]) -> None:
    """Write the generated parts of both pages."""
    rewrite(PAGE, BEGIN, END, summary(measured))
    rewrite(TABLES, BEGIN, END, generated(measured))


FAMILIES = {
    "`jax.numpy": "`jax.numpy`",
    "`jax.scipy": "`jax.scipy`",
    "`jax.lax": "`jax.lax`",
    "`jax.": "other functions of JAX",
}
"""The names of groups of functions in the summary, by the beginnings of group names."""
OPERATORS = ("operators", "`abs`", "`==`", "methods")
"""The beginnings of the other generated groups. The summary shows each of them."""


def family(group: str) -> str:
    """The line of the summary to which a group belongs."""
    if group.startswith(OPERATORS):
        return group
    return next((title for start, title in FAMILIES.items() if group.startswith(start)), "cases written by hand")


def summary(measured: dict[str, dict[str, object]]) -> Iterator[str]:
    """The lines of the summary: the verdicts of each checker, and the share of right answers for families of groups."""
    yield from verdicts(measured)
    yield ""
    yield "### Right answers of the newest releases"
    yield ""
    merged: dict[str, dict[str, object]] = {}
    for name in NAMES:
        if name in measured and "==" not in name:
            families: dict[str, Counter[str]] = {}
            for group, counted in measured[name]["groups"].items():  # type: ignore[attr-defined]
                families.setdefault(family(group), Counter()).update(counted)
            merged[name] = {"groups": families}
    yield from _table(merged)


def generated(measured: dict[str, dict[str, object]]) -> Iterator[str]:
    """The lines of the page with every group."""
    newest = {name: measured[name] for name in NAMES if name in measured and "==" not in name}
    older = {name: measured[name] for name in NAMES if name in measured and "==" in name}
    for title, results in (("Newest releases", newest), ("Half a year older", older)):
        if results:
            yield from (f"## {title}", "", *_table(results), "")


def verdicts(measured: dict[str, dict[str, object]]) -> Iterator[str]:
    """The number of each verdict, for each checker and release."""
    yield "### Verdicts"
    yield ""
    yield f"| checker | release | cases | {' | '.join(VERDICTS)} |"
    yield "| --- | --- | ---: |" + " ---: |" * len(VERDICTS)
    for name in NAMES:
        if name not in measured:
            continue
        one = measured[name]
        total: Counter[str] = Counter()
        for counted in one["groups"].values():  # type: ignore[attr-defined]
            total.update(counted)
        numbers = " | ".join(f"{total[verdict]:,}" for verdict in VERDICTS)
        yield f"| {_title(name)} | {one['version']} | {total.total():,} | {numbers} |"


def _table(results: dict[str, dict[str, object]]) -> Iterator[str]:
    tables: dict[str, Table] = {name: one["groups"] for name, one in results.items()}  # type: ignore[misc]
    groups = list(dict.fromkeys(group for table in tables.values() for group in table))
    yield f"| cases | | {' | '.join(_title(name) for name in tables)} |"
    yield "| --- | ---: |" + " ---: |" * len(tables)
    for group in groups:
        cells = [_cell(table.get(group, {})) for table in tables.values()]
        size = max(sum(table.get(group, {}).values()) for table in tables.values())
        yield f"| {group} | {size:,} | {' | '.join(cells)} |"


def _title(name: str) -> str:
    return "mypy with the plugin" if name == WITH_PLUGIN else name.partition("==")[0]


def _cell(counted: dict[str, int]) -> str:
    size = sum(counted.values())
    if not size:
        return ""
    share = 100 * counted.get("right", 0) / size
    text = f"{share:.0f} %" if share == int(share) else f"{int(10 * share) / 10:.1f} %"
    return text + (f", **{counted['wrong']} wrong**" if counted.get("wrong") else "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(NAMES)}")
    parser.add_argument("--one-of", type=int, default=1, metavar="N", help="ask one of N of the generated cases")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in NAMES]
    if unknown:
        parser.error(f"unknown checker {unknown[0]!r}; checkers: {', '.join(NAMES)}")
    update(arguments.names or NAMES, arguments.one_of)
