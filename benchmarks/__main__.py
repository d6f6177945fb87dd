"""The command: ``python -m benchmarks``, from the top of the checkout."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from .checking import check_benchmarks
from .editing import edit_benchmarks
from .environments import ROOT, make_environments
from .results import Result, setting, table
from .running import run_benchmarks

DOCUMENT = ROOT / "docs" / "benchmarks.md"
TEXT = """\
# Benchmarks

Written by `python -m benchmarks --write`; do not edit.

The command makes two environments that differ in this package alone, and compares them: mypy on the same generated
program, with the dtypes declared here and as plain `jax.Array` there. The sides take turns, {rounds} rounds (more where
a round is short), and figures are medians. Times of processes are CPU time. "Each further operator" leaves out what a
run takes before the first of them. A ratio is taken within a round: figures of two runs of the command say nothing.

{setting}.

{table}
"""


def _followed(results: Iterable[Result]) -> Iterator[Result]:
    """The same, each named on stderr as soon as it is there: all of it takes some minutes."""
    for result in results:
        print(" | ".join(result.row()), file=sys.stderr)
        yield result


def main() -> int:
    """Run what is asked for, and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast the package is.")
    parser.add_argument(
        "--only", choices=("check", "run", "edit"), help="only mypy, what runs, or editors (default: all)"
    )
    parser.add_argument("--rounds", type=int, help="how often to repeat each comparison (default: 5, quick: 2)")
    parser.add_argument(
        "--quick", action="store_true", help="a fifth of the operators: to try the command, not to cite"
    )
    parser.add_argument("--json", action="store_true", help="print every sample as JSON")
    parser.add_argument("--check", action="store_true", help="fail if a goal is missed")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    arguments = parser.parse_args()
    if arguments.write and (arguments.quick or arguments.only):
        parser.error("--write takes the whole of it: neither --quick nor --only")
    if arguments.check and arguments.quick:
        parser.error("--check takes the full size: goals are not for --quick")
    rounds = arguments.rounds or (2 if arguments.quick else 5)
    operators, many = (4_000, 20_000) if arguments.quick else (16_000, 100_000)

    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="benchmarks-") as temporary:
        folder = Path(temporary)
        environments = make_environments(folder / "environments")
        if arguments.only in (None, "run"):
            results += _followed(run_benchmarks(folder, environments, rounds=rounds))
        if arguments.only in (None, "edit"):
            results += _followed(edit_benchmarks(folder, environments, rounds=rounds))
        if arguments.only in (None, "check"):
            results += _followed(check_benchmarks(folder, environments, operators=operators, many=many, rounds=rounds))

    facts = setting()
    if arguments.json:
        print(json.dumps({"setting": facts, "results": [result.as_dict() for result in results]}, indent=1))
    else:
        print(table(results))
    if arguments.write:
        line = ", ".join(f"{name} {value}" for name, value in facts.items())
        DOCUMENT.write_text(TEXT.format(setting=line, table=table(results), rounds=rounds))
    missed = [result.name for result in results if result.met is False]
    if missed:
        print(f"goals missed: {'; '.join(missed)}", file=sys.stderr)
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
