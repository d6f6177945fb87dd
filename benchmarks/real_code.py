"""Compares the errors of real packages with JAX alone and with this package: ``python -m benchmarks.real_code optax``.

It prints the errors that are new or gone in mypy and pyright, by file, line and code, each with its verdict in
`benchmarks/judged.tsv`. The exit code is 1 if a checker crashes, or if an error has no verdict.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path

from .checkers import NO_PLUGIN, PLUGIN
from .environments import ROOT, make_environments
from .real_errors import (
    UNTYPED,
    Change,
    Check,
    Errors,
    differences,
    mypy_errors,
    pyright_errors,
    read_errors,
    write_errors,
)

JUDGED = Path(__file__).parent / "judged.tsv"
"""The verdicts: release, checker, place, code, change, verdict and reason of each error that is new or gone."""
DOCUMENT = ROOT / "docs" / "evidence" / "real-code.md"
TABLES = DOCUMENT.parent / "tables" / "real-code.md"
BEGIN, END = "<!-- python -m benchmarks.real_code --write -->\n", "<!-- end of what it writes -->"
SAME = ("the same error in other words", "the line has an error of this code on both sides")
"""The default verdict if both runs have the same error in a line. A union has an error for each of its members."""
Verdicts = dict[tuple[str, str, str, str, str], tuple[str, str]]


def verdicts() -> Verdicts:
    """Verdicts and reasons, by release, checker, place, code and change."""
    with JUDGED.open(newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return {(row[0], row[1], row[2], row[3], row[4]): (row[5], row[6]) for row in rows}


def releases(packages: Sequence[str]) -> dict[str, str]:
    """The name and version of each package."""
    distributions = packages_distributions()
    return {package: f"{package} {version(distributions[package][0])}" for package in packages}


def copied(packages: Sequence[str], folder: Path) -> Path:
    """The folder with copies of the packages. Of links, pyright would find no sources."""
    source = folder / "source"
    source.mkdir(exist_ok=True)
    for package in packages:
        spec = find_spec(package)
        assert spec is not None and spec.submodule_search_locations
        if not (source / package).exists():
            shutil.copytree(spec.submodule_search_locations[0], source / package)
    return source


def compared(
    packages: Sequence[str], checkers: Sequence[str], folder: Path, *, untyped: bool
) -> Iterator[tuple[str, str, Errors, Errors]]:
    """Each checker and package, with the errors for JAX alone and for this package."""
    environments = make_environments(folder / "environments")
    source = copied(packages, folder)
    names = releases(packages)
    for checker in checkers:
        plain_check: Check = pyright_errors
        check: Check = pyright_errors
        if checker == "mypy":
            plain_check = mypy_errors(NO_PLUGIN + UNTYPED * untyped, folder / "caches")
            check = mypy_errors(PLUGIN + UNTYPED * untyped, folder / "caches")
        kept = {
            package: folder / "plain" / f"{names[package]} {checker}{' untyped' * untyped}.json" for package in packages
        }
        if missing := [package for package in packages if not kept[package].exists()]:
            for package, errors in plain_check(environments.plain, missing, source).items():
                write_errors(kept[package], errors)
        for package, errors in check(environments.ours, packages, source).items():
            yield checker, package, read_errors(kept[package]), errors


def table(rows: dict[str, dict[str, tuple[int, int, int, int]]]) -> str:
    """The table of the documentation, from the counts by release and checker."""
    lines = [
        "| package | mypy: errors with JAX alone | with this package | new | gone | pyright | with | new | gone |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    total = [0] * 8
    for release, counts in sorted(rows.items(), key=lambda row: row[0].lower()):
        cells = [count for checker in ("mypy", "pyright") for count in counts[checker]]
        total = [a + b for a, b in zip(total, cells, strict=True)]
        lines.append(f"| {release} | {' | '.join(f'{cell:,}' for cell in cells)} |")
    lines.append(f"| all | {' | '.join(f'{cell:,}' for cell in total)} |")
    return "\n".join(lines) + "\n"


def total(packages: str) -> str:
    """The head of the table of packages, and its last line, which sums them up."""
    head, rule, *_, last = packages.splitlines(keepends=True)
    return head + rule + last


def put(page: Path, generated: str, begin: str = BEGIN, end: str = END) -> None:
    """Write a generated part into a page, between two comments."""
    before, _, rest = page.read_text().partition(begin)
    page.write_text(f"{before}{begin}{generated}{end}{rest.partition(end)[2]}")


def verdict_table(counts: Counter[tuple[Change, str, str]]) -> str:
    """The table with the number of each verdict."""
    lines = ["| | verdict | mypy | pyright |", "| --- | --- | ---: | ---: |"]
    for change, verdict in sorted({(change, verdict) for change, verdict, _ in counts}, reverse=True):
        cells = " | ".join(f"{counts[change, verdict, checker]:,}" for checker in ("mypy", "pyright"))
        lines.append(f"| {change} | {verdict} | {cells} |")
    return "\n".join(lines) + "\n"


@contextmanager
def work_folder(kept: Path | None) -> Iterator[Path]:
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(kept / "environments", ignore_errors=True)
        yield kept.resolve()
    else:
        with tempfile.TemporaryDirectory() as name:
            yield Path(name).resolve()


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real_code", description=__doc__)
    parser.add_argument("packages", nargs="+", help="installed packages by the name that is imported, such as optax")
    parser.add_argument("--checkers", nargs="+", choices=("mypy", "pyright"), default=("mypy", "pyright"))
    parser.add_argument("--untyped", action="store_true", help="mypy checks functions without annotations as well")
    parser.add_argument("--keep", type=Path, help="a folder for caches and for the errors with JAX alone")
    parser.add_argument("--tsv", type=Path, help="write the differences, in the form of benchmarks/judged.tsv")
    parser.add_argument("--write", action="store_true", help="write the tables of docs/evidence/real-code.md")
    arguments = parser.parse_args(argv)
    for package in arguments.packages:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            parser.error(f"{package} is not an installed package")

    judged, names = verdicts(), releases(arguments.packages)
    rows: list[list[str]] = []
    counted: dict[str, dict[str, tuple[int, int, int, int]]] = {name: {} for name in names.values()}
    by_verdict: Counter[tuple[Change, str, str]] = Counter()
    with work_folder(arguments.keep) as folder:
        comparisons = compared(arguments.packages, arguments.checkers, folder, untyped=arguments.untyped)
        for checker, package, plain, ours in comparisons:
            name, changed = names[package], differences(plain, ours)
            changes = Counter(one.change for one in changed)
            counted[name][checker] = (len(plain), len(ours), changes["new"], changes["gone"])
            print(
                f"{name}, {checker}: {len(plain)} errors with JAX alone, {len(ours)} with us; "
                f"{changes['new']} new, {changes['gone']} gone",
                flush=True,
            )
            both = {error[:2] for error in plain} & {error[:2] for error in ours}
            for change, error, text in changed:
                key = (name, checker, error.place, error.code, change)
                unknown = SAME if (error.place, error.code) in both else ("no verdict", "")
                verdict, reason = judged.get(key, unknown)
                by_verdict[change, verdict, checker] += 1
                print(f"  {change}: {error.place}: {text}  [{error.code}]\n    {verdict}: {reason}")
                rows.append([*key, verdict, reason, " ".join(text.split())])
    print(verdict_table(by_verdict))
    if arguments.tsv:
        with arguments.tsv.open("w", newline="") as file:
            file.writelines("\t".join(row) + "\n" for row in rows)
    if arguments.write:
        rows_of_packages = table(counted)
        put(DOCUMENT, f"{total(rows_of_packages)}\n{verdict_table(by_verdict)}")
        put(TABLES, rows_of_packages)
    unjudged = sum(count for (_, verdict, _), count in by_verdict.items() if verdict == "no verdict")
    if unjudged:
        print(f"{unjudged} differences without a verdict", file=sys.stderr)
    return int(bool(unjudged))


if __name__ == "__main__":
    raise SystemExit(main())
