"""Measures what a setting costs on real packages: ``python -m benchmarks.settings_cost reports optax``.

mypy checks each package from a cold cache, with the default settings and with the setting switched off, in turns. The
command prints CPU time and peak memory of both sides, with their ratio.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from jaxtyping_promo.diagnostics.codes import CODES

from .checkers import PLUGIN, mypy
from .measuring import Cost, take_turns
from .real_code import copied
from .results import Goal, Result, followed, table

SETTINGS = {
    "reports": ("[tool.jaxtyping-promo.reports]\n" + "".join(f'{code} = "off"\n' for code in CODES), 1.03, None),
    "check": ('[tool.jaxtyping-promo]\ncheck = "off"\n', 1.25, 1.1),
}
"""Each setting: the configuration that switches it off, and the goals for the ratios of time and of memory."""


def setting_cost(setting: str, package: str, folder: Path, rounds: int) -> Iterator[Result]:
    """The time and memory of mypy on a package with a setting, compared with those without it.

    Args:
        setting: a name in `SETTINGS`.
        package: an installed package, by the name that is imported.
        folder: a folder for the copies of the package, and for caches.
        rounds: the number of repetitions.
    """
    off, most_time, most_memory = SETTINGS[setting]
    sides = {}
    for side, configuration in (("on", ""), ("off", off)):
        (folder / side).mkdir()
        source = copied([package], folder / side)
        (source / "mypy.ini").write_text(PLUGIN)
        (source / "pyproject.toml").write_text(configuration)
        sides[side] = partial(_cold, source, package)
    costs = take_turns(sides, rounds)
    for what, unit, most in (("cpu", "s", most_time), ("peak", "MiB", most_memory)):
        on, without = ([getattr(cost, what) for cost in costs[side]] for side in ("on", "off"))
        name = f"mypy, cold cache, the whole of {package}: {'time' if what == 'cpu' else 'peak memory'}"
        yield Result(name, unit, f"without {setting}", on, without, None if most is None else Goal("ratio", most))


def _cold(source: Path, package: str) -> Cost:
    with tempfile.TemporaryDirectory() as cache:
        return mypy(Path(sys.executable), source, source / "mypy.ini", Path(cache), "-p", package, errors=True)


def main() -> int:
    """Measure the packages, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.settings_cost", description="What a setting costs.")
    parser.add_argument("setting", choices=SETTINGS)
    parser.add_argument("packages", nargs="+", help="installed packages by the name that is imported, such as optax")
    parser.add_argument("--rounds", type=int, default=3, help="how often to repeat each comparison (default: 3)")
    arguments = parser.parse_args()
    results: list[Result] = []
    for package in arguments.packages:
        with tempfile.TemporaryDirectory(prefix="settings-cost-") as folder:
            results += followed(setting_cost(arguments.setting, package, Path(folder), arguments.rounds))
    print(table(results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
