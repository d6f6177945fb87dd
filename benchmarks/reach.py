"""Compares check and run for the drivers of all packages, and writes the tables of docs/evidence/reach.md.

``python -m benchmarks.reach --write`` runs and checks each driver in `benchmarks/drivers` whose package is installed.
With ``--folder FOLDER`` the JSON of each run and check is kept, and read again by the next call; ``--again`` keeps the
runs alone. Names of packages select drivers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.package_drivers import EVIDENCE, Benchmark
from benchmarks.same_entry_twice import Comparison, checked, compare, place
from jaxtyping_promo.interpreter.libraries.modelled_modules import is_modelled_module, is_modelled_part

HEADER = """\
| package | expressions | known | % | wider | unknown | not reached | modelled | wrong | promotions | told | not true |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
CAUSES = "\n| package | unknown dtypes | cause |\n| --- | ---: | --- |\n"
MOST_CAUSES = 4


class Reach(NamedTuple):
    """The comparison of one package with its driver.

    Attributes:
        name: the package.
        verdicts: the number of executed array expressions by verdict, in the driver and the package.
        promotions: how many promotions ran, are told, and are told without being true.
        causes: the causes of unknown dtypes.
        modelled: how many expressions that are not reached lie in modules that are modelled by name.
        wrong: the places with a wrong dtype.
    """

    name: str
    verdicts: Counter[str]
    promotions: Counter[str]
    causes: Counter[str]
    modelled: int
    wrong: list[str]


def module_of(path: str, package: str) -> str:
    """The module that a file of a package holds."""
    parts = Path(path).with_suffix("").parts
    inside = parts[parts.index(package) :] if package in parts else parts[-1:]
    return ".".join(inside).removesuffix(".__init__")


def reach(package: str, truth: Mapping[str, Any], check: Mapping[str, Any]) -> Reach:
    """The comparison of a package's check with its run."""
    results = compare(truth, check, [package])
    stated = {place(row) for row in check["values"]}
    missed = [
        row["path"]
        for row in truth["values"]
        if any(each["kind"] == "jax" for each in row["dtypes"]) and place(row) not in stated
    ]
    modules = [module_of(path, package) for path in missed]
    modelled = sum(is_modelled_part(module) or is_modelled_module(module) for module in modules)
    return _merged(package, list(results.values()), modelled)


def _merged(package: str, parts: Sequence[Comparison], modelled: int) -> Reach:
    verdicts: Counter[str] = sum((part.verdicts for part in parts), Counter())
    promotions: Counter[str] = sum((part.promotions for part in parts), Counter())
    causes: Counter[str] = sum((part.causes for part in parts), Counter())
    return Reach(package, verdicts, promotions, causes, modelled, [line for part in parts for line in part.wrong])


def tables(rows: Sequence[Reach]) -> str:
    """The tables of the page in Markdown."""
    lines = [_line(row) for row in rows]
    total = Reach(
        "all",
        sum((row.verdicts for row in rows), Counter()),
        sum((row.promotions for row in rows), Counter()),
        Counter(),
        sum(row.modelled for row in rows),
        [],
    )
    causes = [
        f"| {row.name} | {count} | {cause} |\n"
        for row in rows
        for cause, count in _short(row.causes).most_common(MOST_CAUSES)
    ]
    return HEADER + "".join((*lines, _line(total))) + (CAUSES + "".join(causes) if causes else "")


def _line(row: Reach) -> str:
    counts = row.verdicts
    expressions = sum(count for verdict, count in counts.items() if verdict != "wrong weak")
    share = f"{100 * counts['known'] / expressions:.1f}" if expressions else ""
    cells: list[object] = [row.name, f"{expressions:,}", f"{counts['known']:,}", share]
    cells += [counts["wider"], counts["unknown"], counts["not reached"], row.modelled, counts["wrong"]]
    cells += [row.promotions["ran"], row.promotions["told"], row.promotions["not true"]]
    return f"| {' | '.join(map(str, cells))} |\n"


def _short(causes: Counter[str]) -> Counter[str]:
    """The causes without the places behind them."""
    short: Counter[str] = Counter()
    for cause, count in causes.items():
        short[cause.rpartition(" (")[0] if cause.endswith(")") and ".py:" in cause else cause] += count
    return short


BENCHMARK = Benchmark(
    "benchmarks.reach",
    __doc__,
    drivers="drive",
    truth="truth",
    check="check",
    page=EVIDENCE / "reach.md",
    checked=lambda package: checked(BENCHMARK.driver_of(package), [package]),
    compared=reach,
    line=_line,
    tables=tables,
    faults=lambda row: [f"wrong: {line}" for line in row.wrong],
)

if __name__ == "__main__":
    raise SystemExit(BENCHMARK.main())
