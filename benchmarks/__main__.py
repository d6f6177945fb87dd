"""The command: ``python -m benchmarks``, from the top of the checkout."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from .checking import call_benchmarks, operator_benchmarks, pyright_benchmarks
from .editing import edit_benchmarks
from .environments import ROOT, Environments, make_environments
from .packages import package_benchmarks
from .results import Result, setting, table
from .running import run_benchmarks

DOCUMENT = ROOT / "docs" / "evidence" / "benchmarks.md"
TEXT = """\
# Benchmarks

Written by `python -m benchmarks --write`; do not edit.

The command makes two environments that differ in this package alone, and compares them: checkers on the same generated
program, with the dtypes declared here and as plain `jax.Array` there. The sides take turns, {rounds} rounds (more where
a round is short, fewer where it is long), and figures are medians. Times of processes are CPU time, those of editors
the clock's. "Each further operator" (or call) leaves out what a run takes with a thousand of them. A ratio is taken
within a round: figures of two runs of the command say nothing.

{setting}.

{table}
"""


def _followed(results: Iterable[Result]) -> Iterator[Result]:
    """The same, each named on stderr as soon as it is there: all of it takes some minutes."""
    for result in results:
        print(" | ".join(result.row()), file=sys.stderr)
        yield result


def benchmarks(folder: Path, environments: Environments, *, quick: bool, rounds: int) -> dict[str, Iterator[Result]]:
    """The groups by name; each runs when it is iterated over."""
    operators, many, calls = (4_000, 20_000, 2_000) if quick else (16_000, 100_000, 8_000)
    return {
        "run": run_benchmarks(folder, environments, rounds=rounds),
        "edit": edit_benchmarks(folder, environments, rounds=rounds),
        "calls": call_benchmarks(folder, environments, calls=calls, rounds=rounds),
        "operators": operator_benchmarks(folder, environments, operators=operators, many=many, rounds=rounds),
        "pyright": pyright_benchmarks(folder, environments, operators=operators, calls=calls, rounds=rounds),
        "optax": package_benchmarks(folder, environments, rounds=rounds),
    }


GROUPS = ("run", "edit", "calls", "operators", "pyright", "optax")


def main() -> int:
    """Run what is asked for, and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast the package is.")
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"what to measure: {', '.join(GROUPS)} (default: all)"
    )
    parser.add_argument("--rounds", type=int, help="how often to repeat each comparison (default: 5, quick: 2)")
    parser.add_argument(
        "--quick", action="store_true", help="a quarter of the operators and calls: to try the command, not to cite"
    )
    parser.add_argument("--json", action="store_true", help="print every sample as JSON")
    parser.add_argument("--check", action="store_true", help="fail if a goal is missed")
    parser.add_argument("--write", action="store_true", help="write docs/evidence/benchmarks.md")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.groups if name not in GROUPS]:
        parser.error(f"{unknown[0]!r} is not a group; groups: {', '.join(GROUPS)}")
    if arguments.write and (arguments.quick or arguments.groups):
        parser.error("--write takes the whole of it: neither --quick nor groups")
    if arguments.check and arguments.quick:
        parser.error("--check takes the full size: goals are not for --quick")
    rounds = arguments.rounds or (2 if arguments.quick else 5)

    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="benchmarks-") as temporary:
        folder = Path(temporary)
        environments = make_environments(folder / "environments")
        groups = benchmarks(folder, environments, quick=arguments.quick, rounds=rounds)
        for name in arguments.groups or groups:
            results += _followed(groups[name])

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
