"""Tries random whole programs, with x64 off and on: ``python tests/plugin/random_whole_programs.py --programs 2000``.

Each program runs, and mypy checks it. At each `reveal_type`, mypy must infer the type of the value, or a wider type.
Every error that it reports must also be reported with JAX alone. It prints each kind of fault once, with a program that
is reduced to the code that shows the fault.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("static", "shared")]
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
from made_once import use_folder
from whole_programs.comparison import Fault
from whole_programs.reduction import reduced
from whole_programs.search import SearchResult, examine, kind_of, write

BATCH = 100
"""The number of programs in one run of mypy."""


def main() -> int:
    """Run the command. It returns 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000, help="in each mode")
    parser.add_argument("--seed", type=int, default=0, help="of the first program; the next one's is one more")
    parser.add_argument("--mode", choices=("x32", "x64"), help="one mode alone")
    parser.add_argument("--kinds", type=int, default=20, help="how many kinds of faults are cut down")
    parser.add_argument("--keep", type=Path, help="a folder for the programs that have faults")
    parser.add_argument("--caches", type=Path, help="a folder that keeps mypy's caches of JAX for the next run")
    parser.add_argument("--check", action="store_true", help="with dtypes of the interpreter: check = dtypes")
    arguments = parser.parse_args()
    if arguments.caches:
        arguments.caches.mkdir(parents=True, exist_ok=True)
        use_folder(arguments.caches)
    failed = False
    for mode in (arguments.mode,) if arguments.mode else ("x32", "x64"):
        outcome, texts = search(
            mode == "x64", arguments.seed, arguments.programs, arguments.keep, checks=arguments.check
        )
        show(mode, outcome)
        show_kinds(outcome, texts, x64=mode == "x64", wanted=arguments.kinds)
        failed = failed or bool(outcome.faults)
    return int(failed)


def search(
    x64: bool, seed: int, programs: int, folder: Path | None, *, checks: bool = False
) -> tuple[SearchResult, dict[str, str]]:
    """Try a number of programs, and return the results and the texts of programs with faults.

    Args:
        x64: whether x64 is on.
        seed: of the first program.
        programs: the number of programs.
        folder: keeps each program that has faults.
        checks: whether the plugin takes dtypes from the interpreter.
    """
    jax.config.update("jax_enable_x64", x64)
    outcome, texts = SearchResult(), {}
    for first in range(seed, seed + programs, BATCH):
        begin = time.monotonic()
        batch = write(range(first, min(first + BATCH, seed + programs)), x64=x64)
        written = time.monotonic()
        one = examine(batch, x64=x64, checks=checks)
        outcome += one
        texts |= {name: batch[name] for name in one.faults}
        seconds = f"{written - begin:.0f} s to write, {time.monotonic() - written:.0f} s to examine"
        if folder:
            keep(folder, one, texts)
        print(f"from {first}: {one.counts.total()} checkpoints, {len(one.faults)} with faults, {seconds}", flush=True)
    return outcome, texts


def keep(folder: Path, outcome: SearchResult, texts: dict[str, str]) -> None:
    """Write the programs that have faults into a folder, each with its faults in comments at its end."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, faults in outcome.faults.items():
        notes = "".join(f"# {fault}\n" for fault in faults)
        (folder / name).write_text(texts[name] + notes)


def show(mode: str, run: SearchResult) -> None:
    """Print the counts."""
    kinds = defaultdict(int)
    for faults in run.faults.values():
        for fault in faults:
            kinds[fault.kind] += 1
    print(f"{mode}: {run.programs:,} programs ran, {len(run.broken)} did not; {run.counts.total():,} checkpoints")
    print("   ", ", ".join(f"{number:,} {kind}" for kind, number in sorted(run.counts.items())))
    print("   ", ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items())) or "no faults", flush=True)


def show_kinds(outcome: SearchResult, texts: dict[str, str], *, x64: bool, wanted: int) -> None:
    """Print one reduced program for each kind of fault, the most frequent kinds first."""
    kinds: dict[str, list[tuple[str, Fault]]] = defaultdict(list)
    for name, faults in outcome.faults.items():
        for fault in faults:
            kinds[kind_of(fault, texts[name])].append((name, fault))
    frequent = sorted(kinds.items(), key=lambda item: -len(item[1]))
    for kind, places in frequent:
        print(f"{len(places):5} {kind}")
    chosen = [min(places, key=lambda place: len(texts[place[0]])) for _, places in frequent[:wanted]]
    for (name, fault), text in zip(chosen, reduced([(texts[n], f) for n, f in chosen], x64=x64), strict=True):
        print(f"\n--- {name}: {fault}\n{text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
