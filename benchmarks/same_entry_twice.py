"""Compares what a check says of a program with what a run of it does, expression by expression.

``python -m benchmarks.same_entry_twice benchmarks/drivers/drive_optax.py optax`` runs the driver under
``jaxtyping-promo trace --values``, gives the same file to ``jaxtyping-promo check --values``, and prints a table.
With ``--truth FILE`` and ``--check FILE`` it reads the JSON of earlier runs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jaxtyping_promo.tracing.classification import WORST_FIRST

COMMAND = (sys.executable, "-m", "jaxtyping_promo.cli")
Place = tuple[str, int, int, int, int]
"""A file, and the extent of an expression in it."""
COUNTED = ("known", "wider", "unknown", "not reached", "wrong", "wrong weak")
"""What may hold of an executed array expression; ``wrong weak`` counts beside the others."""
HEADER = """\
| package | expressions | known | % | wider | unknown | not reached | wrong | wrong weak | ran | told | not true |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


class Comparison(NamedTuple):
    """The counts of one package.

    Attributes:
        verdicts: the number of executed array expressions by verdict, a key of `COUNTED`.
        causes: the causes of unknown dtypes.
        promotions: how many promotions ran, how many of them are told, and how many are told of an executed line on
            which none ran.
        wrong: the places with a wrong dtype, with both answers.
    """

    verdicts: Counter[str]
    causes: Counter[str]
    promotions: Counter[str]
    wrong: list[str]

    @property
    def expressions(self) -> int:
        """The number of executed array expressions."""
        return sum(count for verdict, count in self.verdicts.items() if verdict != "wrong weak")


def place(row: Mapping[str, Any]) -> Place:
    """The place of a row of either JSON."""
    path = str(Path(row["path"]).resolve())
    return path, row["line"], row["column"], row["end_line"], row["end_column"]


def package_of(path: str, packages: Iterable[str]) -> str:
    """The package that a file belongs to; ``program`` for other files."""
    parts = Path(path).with_suffix("").parts
    return next((name for name in packages if name in parts), "program")


def compare(
    truth: Mapping[str, Any],
    check: Mapping[str, Any],
    packages: Iterable[str],
    *,
    names: bool = True,
    codes: Container[str] | None = None,
) -> dict[str, Comparison]:
    """Compare the JSON of a check with that of a trace.

    Args:
        truth: the JSON of ``trace --values``.
        check: the JSON of ``check --values``.
        packages: the packages that are told apart.
        names: whether names count as expressions.
        codes: the codes of the promotions that count; by default all.
    """
    packages = [*packages]
    stated = {place(row): row for row in check.get("values", ())}
    results: dict[str, Comparison] = defaultdict(lambda: Comparison(Counter(), Counter(), Counter(), []))
    executed: set[tuple[str, int]] = set()
    for row in truth["values"]:
        at = place(row)
        executed.add(at[:2])
        observed = {(_plain(each["dtype"]), each["weak"]) for each in row["dtypes"] if each["kind"] == "jax"}
        if observed and (names or row.get("expression") != "Name"):
            _judge(results[package_of(at[0], packages)], at, observed, stated.get(at))
    for row in truth["promotions"]:
        executed.add(place(row)[:2])
    ran = [row for row in truth["promotions"] if codes is None or any(code in codes for code in row["codes"])]
    findings = [row for row in findings_of(check) if codes is None or row["code"] in codes]
    _promotions(results, ran, findings, executed, packages)
    return dict(results)


def findings_of(check: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The findings of a check. The other lines of a cause are findings of their own, with its code and message."""
    for row in check.get("findings", ()):
        yield row
        for other in row.get("also", ()):
            yield {**row, **other}


def _judge(result: Comparison, at: Place, observed: set[tuple[str, bool]], row: Mapping[str, Any] | None) -> None:
    """Count the verdict of one expression."""
    if row is None:
        result.verdicts["not reached"] += 1
        return
    dtypes = {_plain(dtype) for dtype in row.get("dtypes") or ()}
    if not dtypes:
        result.verdicts["unknown"] += 1
        result.causes[str(row.get("cause"))] += 1
        return
    seen = {dtype for dtype, _ in observed}
    if not seen <= dtypes:
        result.verdicts["wrong"] += 1
        shown = ":".join(map(str, at[:3]))
        result.wrong.append(f"{shown}: {', '.join(sorted(dtypes))}; runs as {', '.join(sorted(seen))}")
        return
    result.verdicts["known" if dtypes == seen else "wider"] += 1
    if row.get("weak") is not None and {weak for _, weak in observed} != {row["weak"]}:
        result.verdicts["wrong weak"] += 1


def _plain(dtype: str) -> str:
    return "bool" if dtype == "bool_" else dtype


def _promotions(
    results: Mapping[str, Comparison],
    ran: Iterable[Mapping[str, Any]],
    findings: Iterable[Mapping[str, Any]],
    executed: set[tuple[str, int]],
    packages: list[str],
) -> None:
    """Count the promotions that ran, those that are told, and what is told without being true.

    Rounded numbers, counters and policies are left out: a trace does not record them.
    """
    told = [(place(row), row["code"]) for row in findings if row["code"] in WORST_FIRST]
    rows = [(place(row), {*row.get("codes", ()), row["code"]}) for row in ran]
    distinct: dict[Place, set[str]] = defaultdict(set)
    for at, codes in rows:
        distinct[at] |= codes
    for at, codes in distinct.items():
        counts = results[package_of(at[0], packages)].promotions
        counts["ran"] += 1
        counts["told"] += any(_same(at, codes, *finding) for finding in told)
    for at, code in told:
        if at[:2] in executed and not any(_same(each, codes, at, code) for each, codes in distinct.items()):
            results[package_of(at[0], packages)].promotions["not true"] += 1


def _same(ran: Place, codes: set[str], told: Place, code: str) -> bool:
    """Whether a finding is about a promotion that ran: it has its place, or its line and code."""
    return ran == told or (ran[:2] == told[:2] and code in codes)


def table(results: Mapping[str, Comparison]) -> str:
    """The counts as a table in Markdown."""
    lines = []
    for name, result in sorted(results.items()):
        counts, promotions = result.verdicts, result.promotions
        share = f"{100 * counts['known'] / result.expressions:.0f}" if result.expressions else ""
        verdicts = [counts[verdict] for verdict in COUNTED]
        cells = [name, result.expressions, verdicts[0], share, *verdicts[1:]]
        cells += [promotions["ran"], promotions["told"], promotions["not true"]]
        lines.append(f"| {' | '.join(map(str, cells))} |\n")
    return HEADER + "".join(lines)


def traced(driver: Path, packages: Iterable[str], folder: Path) -> dict[str, Any]:
    """The JSON of a run of the driver under a trace.

    Raises:
        RuntimeError: the driver fails.
    """
    output = folder / "truth.json"
    options = [option for name in packages for option in ("--package", name)]
    command = [*COMMAND, "trace", "--values", "--json", "--output", str(output), *options, str(driver)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{driver}: {done.stderr[-2000:]}")
    result: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return result


def checked(driver: Path, packages: Iterable[str]) -> dict[str, Any]:
    """The JSON of a check of the driver.

    Raises:
        RuntimeError: the check fails.
    """
    options = [option for name in packages for option in ("--package", name)]
    command = [*COMMAND, "check", "--values", "--reports", "all", "--format", "json", *options, str(driver)]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        raise RuntimeError(f"{driver}: {done.stderr[-2000:]}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main(arguments: list[str] | None = None) -> int:
    """Compare, print the tables, and return 1 if a dtype is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("driver", type=Path, help="the program")
    parser.add_argument("packages", nargs="*", help="the installed packages that are compared, too")
    parser.add_argument("--truth", type=Path, help="read the JSON of a trace from this file")
    parser.add_argument("--check", type=Path, help="read the JSON of a check from this file")
    parser.add_argument("--without-names", action="store_true", help="count names as no expressions")
    parser.add_argument("--codes", type=lambda text: text.split(","), help="count promotions with these codes alone")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        truth = json.loads(options.truth.read_text()) if options.truth else traced(
            options.driver, options.packages, Path(name)
        )  # fmt: skip
    check = json.loads(options.check.read_text()) if options.check else checked(options.driver, options.packages)
    results = compare(truth, check, options.packages, names=not options.without_names, codes=options.codes)
    print(table(results))
    for name, result in sorted(results.items()):
        if result.causes:
            print(f"{name}, unknown: {', '.join(f'{cause} {count}' for cause, count in result.causes.most_common())}")
        for line in result.wrong:
            print(f"wrong: {line}")
    return int(any(result.wrong for result in results.values()))


if __name__ == "__main__":
    raise SystemExit(main())
