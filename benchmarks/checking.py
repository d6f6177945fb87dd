"""mypy: with our package and plugin, against plain JAX and against the stubs alone."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from .environments import Environments
from .measuring import Cost, cost, take_turns
from .programs import MODULE, write_program
from .results import Goal, Result

PLUGIN = "[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n"
NO_PLUGIN = "[mypy]\n"


class Checker:
    """mypy in one environment, with one configuration, on programs of any size."""

    def __init__(self, folder: Path, python: Path, config: str, *, dtypes: bool) -> None:
        self.folder, self.python, self.dtypes = folder, python, dtypes
        folder.mkdir()
        self.config = folder / "mypy.ini"
        self.config.write_text(config)
        self.warm = folder / "warm"
        self._check(write_program(folder / "imports", 0, dtypes=dtypes), self.warm)

    def program(self, operators: int) -> Path:
        """The folder of a program."""
        folder = self.folder / f"program_{operators}"
        return folder if folder.exists() else write_program(folder, operators, dtypes=self.dtypes)

    def cold(self, operators: int) -> Cost:
        """A run without any cache."""
        with tempfile.TemporaryDirectory(dir=self.folder) as cache:
            return self._check(self.program(operators), Path(cache))

    def libraries_cached(self, operators: int) -> Cost:
        """A run with a cache of the libraries, JAX above all, but not of the program."""
        with tempfile.TemporaryDirectory(dir=self.folder) as cache:
            shutil.copytree(self.warm, cache, dirs_exist_ok=True)
            return self._check(self.program(operators), Path(cache))

    def _check(self, program: Path, cache: Path) -> Cost:
        arguments = ["--config-file", str(self.config), "--cache-dir", str(cache), "."]
        return cost([str(self.python), "-m", "mypy", *arguments], cwd=program)


def check_benchmarks(
    folder: Path, environments: Environments, *, operators: int, many: int, rounds: int
) -> Iterator[Result]:
    """Every comparison of mypy's time and memory.

    Args:
        folder: a folder for programs and caches.
        environments: with and without our package.
        operators: the size of the program.
        many: the size of the large one.
        rounds: how often to repeat each comparison.
    """
    ours = Checker(folder / "ours", environments.ours, PLUGIN, dtypes=True)
    plain = Checker(folder / "plain", environments.plain, NO_PLUGIN, dtypes=False)
    stubs = Checker(folder / "stubs", environments.ours, NO_PLUGIN, dtypes=True)
    yield from _cold(ours, plain, operators, rounds)
    yield from _per_operator(ours, plain, stubs, operators, many, rounds)


def _cold(ours: Checker, plain: Checker, operators: int, rounds: int) -> Iterator[Result]:
    for count, goal in ((operators, Goal("ratio", 0.9)), (0, None)):
        costs = take_turns({"ours": partial(ours.cold, count), "plain": partial(plain.cold, count)}, rounds)
        name = f"mypy, cold cache, {f'{count:,} operators' if count else 'imports alone'}"
        cpu = {side: [c.cpu for c in found] for side, found in costs.items()}
        yield Result(f"{name}: time", "s", "plain JAX", cpu["ours"], cpu["plain"], goal)
        if count:
            peak = {side: [c.peak for c in found] for side, found in costs.items()}
            yield Result(f"{name}: peak memory", "MiB", "plain JAX", peak["ours"], peak["plain"], Goal("ratio", 1.05))


def _per_operator(
    ours: Checker, plain: Checker, stubs: Checker, operators: int, many: int, rounds: int
) -> Iterator[Result]:
    """Slopes: what the operators beyond those of one module take. That module has mypy load what all of them need."""
    checkers = {"ours": ours, "plain": plain}
    sides = {
        (name, count): partial(checker.libraries_cached, count)
        for count in (MODULE, operators, many)
        for name, checker in checkers.items()
    }
    cpu = {side: [c.cpu for c in costs] for side, costs in take_turns(sides, rounds).items()}
    yield Result(
        f"mypy, JAX from the cache, {operators:,} operators: time",
        "s",
        "plain JAX",
        cpu["ours", operators],
        cpu["plain", operators],
    )
    slopes = {
        (name, count): _slopes(cpu[name, MODULE], cpu[name, count], count)
        for name in checkers
        for count in (operators, many)
    }
    each = "mypy, each further operator: time"
    yield Result(each, "µs", "plain JAX", slopes["ours", operators], slopes["plain", operators])

    # Once: it takes long, and accuracy is not needed.
    alone = {count: stubs.libraries_cached(count).cpu for count in (MODULE, operators)}
    slope = _slopes([alone[MODULE]], [alone[operators]], operators)
    yield Result(each, "µs", "stubs, no plugin", [median(slopes["ours", operators])], slope)

    for name, goal in (("ours", Goal("ratio", 1.1)), ("plain", None)):
        what = f"{each}, of {many:,}" + ("" if name == "ours" else " of plain JAX")
        yield Result(what, "µs", f"of {operators:,}", slopes[name, many], slopes[name, operators], goal)


def _slopes(base: list[float], whole: list[float], operators: int) -> list[float]:
    """Microseconds of each operator, by rounds."""
    return [(b - a) / (operators - MODULE) * 1e6 for a, b in zip(base, whole, strict=True)]
