"""Benchmarks of the package at run time: its import, `isinstance` and `promote_types`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .environments import Environments
from .measuring import cost, take_turns
from .results import Goal, Result

SCRIPT = Path(__file__).parent / "in_process.py"
IMPORT = "import jaxtyping_promo"
HEAVY = {"jax", "numpy", "mypy", "typing", "typing_extensions", "dataclasses", "enum", "re"}
LIGHT = f"import sys; {IMPORT}; loaded = {HEAVY} & sys.modules.keys(); sys.exit(f'loaded: {{loaded}}' if loaded else 0)"


def run_benchmarks(folder: Path, environments: Environments, *, rounds: int) -> Iterator[Result]:
    """Every comparison at run time.

    Args:
        folder: a folder to run in.
        environments: the environments with and without this package.
        rounds: the number of repetitions of each comparison.

    Raises:
        RuntimeError: the import loads a library.
    """
    bare = [str(environments.ours), "-I", "-c"]
    cost([*bare, LIGHT], cwd=folder)  # writes the bytecode, too
    sides = {
        "ours": lambda: cost([*bare, IMPORT], cwd=folder).cpu * 1000,
        "bare": lambda: cost([*bare, "pass"], cwd=folder).cpu * 1000,
    }
    times = take_turns(sides, rounds * 5)
    yield Result(f"`{IMPORT}`", "ms", "bare interpreter", times["ours"], times["bare"], Goal("difference", 10))

    output = subprocess.run(
        [environments.ours, SCRIPT, str(rounds * 10)], cwd=folder, stdout=subprocess.PIPE, check=True
    ).stdout
    for name, samples in json.loads(output).items():
        other = "`jax.Array`" if name.startswith("`isinstance") else "`jax.numpy`'s"
        goal = Goal("ratio", 1.5) if name.startswith("`isinstance") else Goal("ours", 1000)
        yield Result(name, "ns", other, samples["ours"], samples["theirs"], goal)
