"""Compares the dtypes that mypy knows in packages with those of another version of this package, by expression.

``python -m benchmarks.lost_dtypes record before optax rlax`` writes a file for each package into the folder `before`.
After a change, ``record now`` does it again, and ``compare before now`` lists each expression whose dtype is known no
more, or is another one, and counts those that are new. The exit code is 1 if a dtype is another one.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from jaxtyping_promo.cli.dtype_coverage import known

from .unknown_origins import CONFIG

TABLE = """\
| package | known before | known now | new | lost | other |
| --- | ---: | ---: | ---: | ---: | ---: |
"""


class Place(NamedTuple):
    """Where an expression stands: the module's path in its package, the first line and column, and the last ones."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column + 1}"


def record(packages: Sequence[str], folder: Path) -> None:
    """Write the known dtypes of each package."""
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.resolve()
    with TemporaryDirectory() as name, chdir(name):
        Path("mypy.ini").write_text(CONFIG.format(cache=Path(name) / "cache"))
        for package in packages:
            found = sorted(
                (*Place(one.path[one.path.rindex(f"/{package}/") + 1 :], *one.place), "|".join(one.dtypes))
                for one in known([package])
            )
            with (folder / f"{package}.tsv").open("w", newline="") as file:
                csv.writer(file, delimiter="\t", lineterminator="\n").writerows(found)


def read(path: Path) -> dict[Place, str]:
    """The dtypes in a file that `record` has written."""
    with path.open(newline="") as file:
        rows = [*csv.reader(file, delimiter="\t")]
    return {Place(row[0], *map(int, row[1:5])): row[5] for row in rows}


def compare(before: Path, now: Path) -> int:
    """Print the differences of two folders. It returns the number of dtypes that are other ones."""
    total: Counter[str] = Counter()
    table = TABLE
    for path in sorted(before.glob("*.tsv")):
        old, new = read(path), read(now / path.name)
        lost = [place for place in old if place not in new]
        others = [place for place, dtype in old.items() if new.get(place, dtype) != dtype]
        for place in sorted((*lost, *others)):
            print(f"{place}: {old[place]}, now {new.get(place, 'unknown')}")
        counts = {"old": len(old), "now": len(new), "new": len(new.keys() - old.keys()), "lost": len(lost)}
        counts["other"] = len(others)
        total.update(counts)
        table += f"| {path.stem} | {' | '.join(map(str, counts.values()))} |\n"
    print(f"\n{table}| all | {' | '.join(map(str, total.values()))} |")
    return total["other"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="write the known dtypes of packages into a folder")
    recording.add_argument("folder", type=Path)
    recording.add_argument("packages", nargs="+", help="installed packages, by the name that is imported")
    comparing = commands.add_parser("compare", help="print the differences of two folders")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("now", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.command == "record":
        record(chosen.packages, chosen.folder)
        return 0
    return int(compare(chosen.before, chosen.now) > 0)


if __name__ == "__main__":
    sys.exit(main())
