"""Benchmarks of mypy and pyright on a real package, optax, compared with plain JAX."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from .checkers import NO_PLUGIN, PLUGIN, mypy, pyright
from .environments import Environments
from .measuring import Cost, take_turns
from .results import Goal, Result

PACKAGE = "optax"
EDITED = "losses/_classification.py"
"""The module that is edited. Modules that import each other in a circle with it are checked again as well."""


def package_benchmarks(folder: Path, environments: Environments, *, rounds: int) -> Iterator[Result]:
    """Check the whole package with its tests: mypy with an empty cache, after no change, after an edit, and pyright."""
    spec = find_spec(PACKAGE)
    assert spec is not None and spec.submodule_search_locations
    sides = {}
    for name, python, config in (("ours", environments.ours, PLUGIN), ("plain", environments.plain, NO_PLUGIN)):
        source = folder / f"{PACKAGE}_{name}"
        source.mkdir()
        shutil.copytree(spec.submodule_search_locations[0], source / PACKAGE)  # pyright finds no sources behind links
        (source / "mypy.ini").write_text(config)
        sides[name] = (python, source)
    for what, run, most, count in (
        ("mypy, cold cache", _cold, 1.0, (rounds + 1) // 2),
        ("mypy, nothing changed", _unchanged, 1.1, rounds * 2),
        ("mypy, one module edited", _edited, 1.2, (rounds + 1) // 2),
        ("pyright", _pyright, 1.2, (rounds + 1) // 2),
    ):
        costs = take_turns({name: partial(run, *side) for name, side in sides.items()}, count)
        ours, plain = ([c.cpu for c in costs[name]] for name in ("ours", "plain"))
        yield Result(f"{what}, the whole of {PACKAGE}: time", "s", "plain JAX", ours, plain, Goal("ratio", most))


def _cold(python: Path, source: Path) -> Cost:
    with tempfile.TemporaryDirectory() as cache:
        return _mypy(python, source, Path(cache))


def _unchanged(python: Path, source: Path) -> Cost:
    cache = source.with_name(f"{source.name}_cache")
    if not cache.exists():
        _mypy(python, source, cache)
    return _mypy(python, source, cache)


def _edited(python: Path, source: Path) -> Cost:
    """A run after a new comment in one module."""
    with (source / PACKAGE / EDITED).open("a") as module:
        module.write("# edited\n")
    return _unchanged(python, source)


def _mypy(python: Path, source: Path, cache: Path) -> Cost:
    return mypy(python, source, source / "mypy.ini", cache, "-p", PACKAGE, errors=True)


def _pyright(python: Path, source: Path) -> Cost:
    return pyright(python, source, errors=True)
