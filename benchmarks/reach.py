"""Compares check and run for the drivers of all packages, and writes the tables of docs/evidence/reach.md.

``python -m benchmarks.reach --write`` runs and checks each driver in `benchmarks/drivers` whose package is installed.
With ``--folder FOLDER`` the JSON of each run and check is kept, and read again by the next call; ``--again`` keeps the
runs alone. Names of packages select drivers.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.same_entry_twice import Comparison, checked, compare, place, traced
from jaxtyping_promo.interpreter.libraries.modelled_modules import is_modelled_module, is_modelled_part

DRIVERS = Path(__file__).parent / "drivers"
PAGE = Path(__file__).parents[1] / "docs" / "evidence" / "reach.md"
BEGIN, END = "<!-- python -m benchmarks.reach --write -->\n", "<!-- end of what it writes -->"
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


def driver_of(package: str) -> Path:
    """The driver of a package."""
    return DRIVERS / f"drive_{package}.py"


def installed_packages() -> list[str]:
    """The packages that have a driver and are installed."""
    names = sorted(path.stem.removeprefix("drive_") for path in DRIVERS.glob("drive_*.py"))
    return [name for name in names if find_spec(name) is not None]


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


def measured(package: str, folder: Path, *, again: bool) -> Reach:
    """Run and check a driver, or read what an earlier call has kept in a folder."""
    truth, check = folder / f"truth-{package}.json", folder / f"check-{package}.json"
    if not truth.exists():
        truth.write_text(json.dumps(traced(driver_of(package), [package], folder)), encoding="utf-8")
    if again or not check.exists():
        check.write_text(json.dumps(checked(driver_of(package), [package])), encoding="utf-8")
    return reach(package, json.loads(truth.read_text("utf-8")), json.loads(check.read_text("utf-8")))


def write(rows: Sequence[Reach], page: Path = PAGE) -> None:
    """Replace the tables of the page."""
    names = packages_distributions()
    releases = ", ".join(f"{row.name} {version(names[row.name][0])}" for row in rows if row.name in names)
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    page.write_text(f"{before}{begin}{tables(rows)}\nReleases: {releases}.\n{END}{rest.partition(END)[2]}", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Compare, print or write the tables, and return 1 if a dtype is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", help="the packages; by default all that are installed")
    parser.add_argument("--folder", type=Path, help="keep the JSON of runs and checks in this folder")
    parser.add_argument("--again", action="store_true", help="check again, although the folder has the check")
    parser.add_argument("--write", action="store_true", help="write the tables of docs/evidence/reach.md")
    options = parser.parse_args(arguments)
    rows: list[Reach] = []
    with tempfile.TemporaryDirectory() as name:
        folder = options.folder or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        for package in options.packages or installed_packages():
            rows.append(measured(package, folder, again=options.again))
            print(_line(rows[-1]), end="", file=sys.stderr)
    if options.write:
        write(rows)
    else:
        print(tables(rows))
    for row in rows:
        for line in row.wrong:
            print(f"wrong: {line}")
    return int(any(row.wrong for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
