"""Random whole programs against the interpreter: ``python tests/interpreter/random_truth.py --programs 500``.

Each program runs, or JAX traces it. At each `reveal_type`, the interpreter must know the value, or say that it does
not. It prints every contradiction, and keeps the programs that have one.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path += [
    str(Path(__file__).resolve().parents[1] / folder) for folder in ("plugin", "static", "shared", "interpreter")
]
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
from truth import Truth, compare
from whole_programs.comparison import run
from whole_programs.program_words import TYPES
from whole_programs.search import is_concrete, write

BATCH = 50
"""The number of programs that one process runs."""


def examine(seeds: Sequence[int], *, x64: bool, keep: Path | None = None) -> tuple[Truth, int]:
    """Compare random programs; also returns the number of programs that ran to their end."""
    options = {"x64": str(x64).lower()}
    with jax.enable_x64(x64):
        texts = write(seeds, x64=x64)
    total, programs = Truth(), 0
    with TemporaryDirectory() as folder:
        paths = []
        for name, text in texts.items():
            path = Path(folder, name)
            path.write_text(text.replace("@TYPES@", TYPES))
            paths.append(path)
        ran = run(paths, options, traced=[path for path in paths if not is_concrete(texts[path.name])])
        for path in paths:
            if ran[path.name]["raised"]:
                continue
            programs += 1
            traced = not is_concrete(texts[path.name])
            truth = compare(path, ran[path.name]["values"], options, traced=traced)
            if truth.wrong and keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / path.name).write_text(path.read_text())
            total += truth
    return total, programs


def main() -> int:
    """Run the command. It returns 1 if there is a contradiction."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=500, help="in each mode")
    parser.add_argument("--seed", type=int, default=0, help="of the first program; the next one's is one more")
    parser.add_argument("--mode", choices=("x32", "x64"), help="one mode alone")
    parser.add_argument("--keep", type=Path, help="a folder for the programs with contradictions")
    arguments = parser.parse_args()
    failed = False
    for mode in (arguments.mode,) if arguments.mode else ("x32", "x64"):
        total, programs = Truth(), 0
        for first in range(arguments.seed, arguments.seed + arguments.programs, BATCH):
            seeds = range(first, min(first + BATCH, arguments.seed + arguments.programs))
            truth, count = examine(seeds, x64=mode == "x64", keep=arguments.keep)
            total += truth
            programs += count
            for line in truth.wrong:
                print(line, flush=True)
        checkpoints = f"{total.counts.total()} checkpoints, {dict(total.counts)}"
        print(f"{mode}: {programs} programs, {checkpoints}, wrong {len(total.wrong)}")
        for cause, count in total.causes.most_common(25):
            print(f"  {count:6} {cause}")
        failed = failed or bool(total.wrong)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
