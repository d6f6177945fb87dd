"""The command: ``python -m benchmarks``, from the top of the checkout."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .checking import call_benchmarks, operator_benchmarks, pyright_benchmarks
from .editing import edit_benchmarks
from .environments import ROOT, Environments, make_environments
from .packages import package_benchmarks
from .results import Result, followed, setting, summary, table
from .running import run_benchmarks

DOCUMENT = ROOT / "docs" / "evidence" / "benchmarks.md"
TABLES = DOCUMENT.parent / "tables" / "benchmarks.md"
TEXT = """\
# Benchmarks

How fast the package is, compared with plain JAX. `python -m benchmarks --write` measures this and writes the page.

{summary}

[All results](tables/benchmarks.md)

## How it is measured

- Two environments differ only in this package. Checkers check the same generated program in both, with declared dtypes
  in one and with plain `jax.Array` in the other.
- The environments take turns. Rounds: {rounds}, more if a round is short and fewer if it is long. Figures are
  medians.
- Times of processes are CPU time. Times of editors are wall-clock time.
- "Each further operator" (or call) leaves out the time that a run with a thousand of them takes.
- A ratio is taken within a round. Figures of different runs of the command cannot be compared.

{setting}.
"""
ALL = """\
# Benchmarks, all results

Written by `python -m benchmarks --write`. [The summary](../benchmarks.md) explains how it is measured.

{table}
"""


def benchmarks(folder: Path, environments: Environments, *, quick: bool, rounds: int) -> dict[str, Iterator[Result]]:
    """The groups of benchmarks by name. A group runs while it is iterated over."""
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
    """Run the selected groups, and print the results."""
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
            results += followed(groups[name])

    facts = setting()
    if arguments.json:
        print(json.dumps({"setting": facts, "results": [result.as_dict() for result in results]}, indent=1))
    else:
        print(table(results))
    if arguments.write:
        line = ", ".join(f"{name} {value}" for name, value in facts.items())
        rows = [result.row() for result in results]
        DOCUMENT.write_text(TEXT.format(setting=line, summary=summary(rows), rounds=rounds))
        TABLES.write_text(ALL.format(table=table(results)))
    missed = [result.name for result in results if result.met is False]
    if missed:
        print(f"goals missed: {'; '.join(missed)}", file=sys.stderr)
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    raise SystemExit(main())
