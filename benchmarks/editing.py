"""Benchmarks of language servers with our stubs, compared with plain JAX. The tests' client asks them."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from .environments import ROOT, Environments
from .measuring import take_turns
from .programs import OURS, PLAIN, Arrays, write_program
from .results import Goal, Result

OPERATORS = 1_080
"""The number of operators in a file of about 1,000 lines that has nothing else."""
PACKAGE, LINES = "optax", range(700, 1_001)
"""A real package, and the lengths of its modules that are edited. Tests are left out."""
TYPED = "n = 123"
"""The text that is typed below the file, one character at a time. After the name and the sign the file stays valid."""
WRONG = "wrong: str = 0"
"""An error above it. A server may send no message for a file without errors, and the benchmark waits for one."""
FIRST = TYPED.index("1")
SERVERS = ("pyright", "basedpyright")
KEYSTROKE = Goal("ratio", 1.2)


class Session(NamedTuple):
    """The waiting times of a user, in seconds of wall-clock time."""

    hover: float
    """The time from the server's start to the first hover over an expression of `jax.numpy`."""
    opened: float
    """The time from opening the file, the first in a server, to its diagnostics."""
    keystroke: float
    """The median time from a keystroke in the file to its diagnostics."""


def edit_benchmarks(folder: Path, environments: Environments, *, rounds: int) -> Iterator[Result]:
    """Every comparison of waiting times in an editor.

    Args:
        folder: a folder for the files.
        environments: the environments with and without this package.
        rounds: the number of repetitions of each comparison.
    """
    ours, plain = _program(folder / "edited_ours", OURS), _program(folder / "edited_plain", PLAIN)
    for name in SERVERS:
        sides = {
            "ours": partial(_session, name, folder, environments.ours, ours, is_generated=True),
            "plain": partial(_session, name, folder, environments.plain, plain, is_generated=True),
        }
        by_side = take_turns(sides, rounds)
        yield _result(f"{name}, from its start to the first hover", by_side, "hover")
        yield from _edited(name, f"{_lines(ours)} lines of operators", by_side)
        for module, text in _modules().items():
            sides = {side: partial(_session, name, folder, getattr(environments, side), text) for side in sides}
            yield from _edited(name, f"the {_lines(text)} lines of {module}", take_turns(sides, rounds))


def _edited(name: str, file: str, by_side: Mapping[str, Sequence[Session]]) -> Iterator[Result]:
    yield _result(f"{name}, from opening {file} to diagnostics", by_side, "opened")
    yield _result(f"{name}, from a keystroke in {file} to diagnostics", by_side, "keystroke", KEYSTROKE)


def _lines(text: str) -> str:
    return f"{text.count(chr(10)):,}"


def _result(what: str, by_side: Mapping[str, Sequence[Session]], field: str, goal: Goal | None = None) -> Result:
    times = {side: [getattr(session, field) for session in sessions] for side, sessions in by_side.items()}
    return Result(what, "s", "plain JAX", times["ours"], times["plain"], goal)


def _modules() -> dict[str, str]:
    """The text of each module by the name of its file, the longest first."""
    spec = find_spec(PACKAGE)
    assert spec is not None and spec.submodule_search_locations
    files = Path(spec.submodule_search_locations[0]).rglob("*.py")
    texts = ((file.name, file.read_text()) for file in files if not file.stem.endswith("_test"))
    edited_modules = [(name, text) for name, text in texts if text.count("\n") in LINES]
    return dict(sorted(edited_modules, key=lambda item: -item[1].count("\n")))


def _program(folder: Path, arrays: Arrays) -> str:
    """The modules of a program joined to one file."""
    first, *others = (file.read_text() for file in sorted(write_program(folder, OPERATORS, arrays).glob("*.py")))
    further = [
        text[text.index("def function_") :].replace("def function_", f"def further_{i}_")
        for i, text in enumerate(others)
    ]
    return "\n\n".join([first.rstrip("\n") + "\n", *further])


def _session(name: str, folder: Path, python: Path, text: str, *, is_generated: bool = False) -> Session:
    """Start a server and hover, then open the file in another server and type into it.

    After a file was closed, basedpyright has an internal error in real modules and reports nothing more, also with
    plain JAX. So the second part needs a new server.
    """
    server, cursor = _language_servers().SERVERS[name], _language_servers().CURSOR
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        start = time.perf_counter()
        running = server.start(Path(temporary).resolve(), python)
        small = running.open(f"import jax.numpy as jnp\ny{cursor} = jnp.zeros(3) + 1\n")
        if "Array" not in small.hover():
            raise RuntimeError(f"{name} does not know what jnp.zeros(3) + 1 is")
        hover = time.perf_counter() - start
        running.stop()
        running = server.start(Path(temporary).resolve(), python)
        start = time.perf_counter()
        document = running.open(f"{text}\n\n{WRONG}\n{cursor}\n")
        errors = [message for message in document.diagnostics() if "to return type" in message]
        if errors and is_generated:  # then it has not followed every step
            raise RuntimeError(f"{name}: {errors[0]}")
        opened = time.perf_counter() - start
        times = [document.type(character) for character in TYPED]
        running.stop()
    return Session(hover, opened, median(times[FIRST:]))


def _language_servers() -> Any:
    """The client with which the tests ask language servers."""
    folder = str(ROOT / "tests" / "lsp")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module("language_servers")
