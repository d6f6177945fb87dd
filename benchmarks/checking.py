"""mypy: with our package and plugin, against plain JAX and against the stubs alone."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from .environments import Environments
from .measuring import Cost, cost, take_turns
from .programs import write_program
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
        arguments = ["--config-file", self.config, "--cache-dir", cache, "."]
        return cost([self.python, "-m", "mypy", *arguments], cwd=program)


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

    cold = take_turns({"ours": lambda: ours.cold(operators), "plain": lambda: plain.cold(operators)}, rounds)
    name = f"mypy, cold cache, {operators:,} operators"
    cpu = {side: [c.cpu for c in costs] for side, costs in cold.items()}
    yield Result(f"{name}: time", "s", "plain JAX", cpu["ours"], cpu["plain"], Goal("ratio", 0.9))
    peak = {side: [c.peak for c in costs] for side, costs in cold.items()}
    yield Result(f"{name}: peak memory", "MiB", "plain JAX", peak["ours"], peak["plain"], Goal("ratio", 1.05))

    idle = take_turns({"ours": lambda: ours.cold(0), "plain": lambda: plain.cold(0)}, rounds)
    cpu = {side: [c.cpu for c in costs] for side, costs in idle.items()}
    yield Result("mypy, cold cache, only the imports: time", "s", "plain JAX", cpu["ours"], cpu["plain"])

    runs = take_turns(
        {
            "none": lambda: ours.libraries_cached(0),
            "plain none": lambda: plain.libraries_cached(0),
            "stubs none": lambda: stubs.libraries_cached(0),
            "some": lambda: ours.libraries_cached(operators),
            "plain some": lambda: plain.libraries_cached(operators),
            "many": lambda: ours.libraries_cached(many),
            "plain many": lambda: plain.libraries_cached(many),
        },
        rounds,
    )
    base = {side: median(c.cpu for c in runs[side]) for side in ("none", "plain none", "stubs none")}

    def per_operator(costs: list[Cost], base: float, count: int) -> list[float]:
        return [(c.cpu - base) / count * 1e6 for c in costs]

    cpu = {side: [c.cpu for c in costs] for side, costs in runs.items()}
    yield Result("mypy, JAX from the cache, only the imports: time", "s", "plain JAX", cpu["none"], cpu["plain none"])
    yield Result(
        f"mypy, JAX from the cache, {operators:,} operators: time", "s", "plain JAX", cpu["some"], cpu["plain some"]
    )
    some = per_operator(runs["some"], base["none"], operators)
    plain_some = per_operator(runs["plain some"], base["plain none"], operators)
    yield Result("mypy, time per operator", "µs", "plain JAX", some, plain_some)

    stubs_runs = [stubs.libraries_cached(operators)]  # once: it takes long, and no accuracy is needed
    yield Result(
        "mypy, time per operator",
        "µs",
        "stubs, no plugin",
        [median(some)],
        per_operator(stubs_runs, base["stubs none"], operators),
    )
    per_many = per_operator(runs["many"], base["none"], many)
    yield Result(f"mypy, time per operator of {many:,}", "µs", f"of {operators:,}", per_many, some, Goal("ratio", 1.1))
    plain_many = per_operator(runs["plain many"], base["plain none"], many)
    yield Result(f"the same for plain JAX", "µs", f"of {operators:,}", plain_many, plain_some)
