"""Benchmarks of mypy and pyright on operators and calls, compared with plain JAX, NumPy, and the stubs alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from .calls import write_calls
from .checkers import NO_PLUGIN, PLUGIN, Mypy, Pyright, Write
from .environments import Environments
from .measuring import Cost, Side, take_turns
from .programs import MODULE, NUMPY, OURS, PLAIN, Arrays, write_program
from .results import Goal, Result


def operator_benchmarks(
    folder: Path, environments: Environments, *, operators: int, many: int, rounds: int
) -> Iterator[Result]:
    """mypy's time and memory for operators.

    Args:
        folder: a folder for programs and caches.
        environments: the environments with and without this package.
        operators: the size of the program.
        many: the size of the large program.
        rounds: the number of repetitions of each comparison.
    """
    ours = Mypy(folder / "ours", _operators(OURS), environments.ours, PLUGIN)
    plain = Mypy(folder / "plain", _operators(PLAIN), environments.plain, NO_PLUGIN)
    stubs = Mypy(folder / "stubs", _operators(OURS), environments.ours, NO_PLUGIN)
    yield from _cold(ours, plain, operators, rounds)
    yield from _per_operator(ours, plain, stubs, operators, many, rounds)


def call_benchmarks(folder: Path, environments: Environments, *, calls: int, rounds: int) -> Iterator[Result]:
    """mypy's time for calls of JAX's functions, and for their imports."""

    def jax_numpy(folder: Path, size: int) -> Path:
        folder.mkdir()
        (folder / "program.py").write_text("import jax.numpy\n")
        return folder

    imports = {
        "ours": partial(Mypy(folder / "import_ours", jax_numpy, environments.ours, PLUGIN).cold, 0),
        "plain": partial(Mypy(folder / "import_plain", jax_numpy, environments.plain, NO_PLUGIN).cold, 0),
    }
    times = _times(take_turns(imports, rounds))
    name = "mypy, cold cache, `import jax.numpy`: time"
    yield Result(name, "s", "plain JAX", times["ours"], times["plain"], Goal("ratio", 0.5))

    ours = Mypy(folder / "calls_ours", _calls(OURS), environments.ours, PLUGIN)
    plain = Mypy(folder / "calls_plain", _calls(PLAIN), environments.plain, NO_PLUGIN)
    sides = {
        (name, count): partial(checker.libraries_cached, count)
        for count in (MODULE, calls)
        for name, checker in (("ours", ours), ("plain", plain))
    }
    cpu = _times(take_turns(sides, rounds))
    name = f"mypy, JAX from the cache, {calls:,} calls of functions: time"
    yield Result(name, "s", "plain JAX", cpu["ours", calls], cpu["plain", calls])
    slopes = {side: _slopes(cpu[side, MODULE], cpu[side, calls], calls) for side in ("ours", "plain")}
    name = "mypy, each further call of a function: time"
    yield Result(name, "µs", "plain JAX", slopes["ours"], slopes["plain"], Goal("ratio", 2))


def pyright_benchmarks(
    folder: Path, environments: Environments, *, operators: int, calls: int, rounds: int
) -> Iterator[Result]:
    """pyright's time for operators, compared with plain JAX and NumPy's stubs, and for calls of JAX's functions."""
    ours = Pyright(folder / "pyright_ours", _operators(OURS), environments.ours)
    plain = Pyright(folder / "pyright_plain", _operators(PLAIN), environments.plain)
    # NumPy's stubs reject some operators that NumPy accepts.
    numpy = Pyright(folder / "pyright_numpy", _operators(NUMPY), environments.plain, errors=True)
    for size, name, other, goal in (
        (operators, "plain JAX", plain, Goal("ratio", 2)),
        (operators // 4, "NumPy's stubs", numpy, None),
    ):
        times = _times(take_turns({"ours": partial(ours.run, size), "other": partial(other.run, size)}, rounds))
        yield Result(f"pyright, {size:,} operators: time", "s", name, times["ours"], times["other"], goal)

    sides = {
        "ours": partial(Pyright(folder / "pyright_calls_ours", _calls(OURS), environments.ours).run, calls),
        "plain": partial(Pyright(folder / "pyright_calls_plain", _calls(PLAIN), environments.plain).run, calls),
    }
    times = _times(take_turns(sides, rounds))
    name = f"pyright, {calls:,} calls of functions: time"
    yield Result(name, "s", "plain JAX", times["ours"], times["plain"])


def _operators(arrays: Arrays) -> Write:
    return lambda folder, size: write_program(folder, size, arrays)


def _calls(arrays: Arrays) -> Write:
    return lambda folder, size: write_calls(folder, size, arrays)


def _times(costs: dict[Side, list[Cost]]) -> dict[Side, list[float]]:
    return {side: [c.cpu for c in measured] for side, measured in costs.items()}


def _cold(ours: Mypy, plain: Mypy, operators: int, rounds: int) -> Iterator[Result]:
    for count, goal in ((operators, Goal("ratio", 0.9)), (0, None)):
        costs = take_turns({"ours": partial(ours.cold, count), "plain": partial(plain.cold, count)}, rounds)
        name = f"mypy, cold cache, {f'{count:,} operators' if count else 'imports alone'}"
        times = _times(costs)
        yield Result(f"{name}: time", "s", "plain JAX", times["ours"], times["plain"], goal)
        if count:
            peak = {side: [c.peak for c in measured] for side, measured in costs.items()}
            yield Result(f"{name}: peak memory", "MiB", "plain JAX", peak["ours"], peak["plain"], Goal("ratio", 1.05))


def _per_operator(ours: Mypy, plain: Mypy, stubs: Mypy, operators: int, many: int, rounds: int) -> Iterator[Result]:
    """The time of the operators beyond one module. The run with one module loads the libraries."""
    checkers = {"ours": ours, "plain": plain}
    sides = {
        (name, count): partial(checker.libraries_cached, count)
        for count in (MODULE, operators, many)
        for name, checker in checkers.items()
    }
    cpu = _times(take_turns(sides, rounds))
    yield Result(
        f"mypy, JAX from the cache, {operators:,} operators: time",
        "s",
        "plain JAX",
        cpu["ours", operators],
        cpu["plain", operators],
        Goal("ratio", 1.0),
    )
    slopes = {
        (name, count): _slopes(cpu[name, MODULE], cpu[name, count], count)
        for name in checkers
        for count in (operators, many)
    }
    each = "mypy, each further operator: time"
    yield Result(each, "µs", "plain JAX", slopes["ours", operators], slopes["plain", operators])

    # once, since it takes long and needs no accuracy
    alone = {count: stubs.libraries_cached(count).cpu for count in (MODULE, operators)}
    slope = _slopes([alone[MODULE]], [alone[operators]], operators)
    yield Result(each, "µs", "stubs, no plugin", [median(slopes["ours", operators])], slope)
    name = f"mypy without the plugin, JAX from the cache, {operators:,} operators: time"
    most = Goal("ours", 40 * operators / 16_000)
    yield Result(name, "s", "plain JAX", [alone[operators]], [median(cpu["plain", operators])], most)

    for name, goal in (("ours", Goal("ratio", 1.1)), ("plain", None)):
        what = f"{each}, of {many:,}" + ("" if name == "ours" else " of plain JAX")
        yield Result(what, "µs", f"of {operators:,}", slopes[name, many], slopes[name, operators], goal)


def _slopes(base: list[float], whole: list[float], operators: int) -> list[float]:
    """The microseconds of each operator, for each round."""
    return [(b - a) / (operators - MODULE) * 1e6 for a, b in zip(base, whole, strict=True)]
