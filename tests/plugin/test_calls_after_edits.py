"""After each of thirty edits, mypy's daemon reveals the dtypes that JAX computes, and prints the same as a cold run.

The edits change bodies and callers, move a function to another module, and let the modules import each other.
"""

from __future__ import annotations

import os
import random
import re
import runpy
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import PLUGIN, imported
from mypy_processes import end_daemon, run_mypy

pytestmark = [pytest.mark.once, pytest.mark.slow]

INI = f"[mypy]\nplugins = {PLUGIN}\n"
HEAD = "import jax\nimport jax.numpy as jnp\n"
EDITS = 30
COMPARED = (10, 20, EDITS)
"""The numbers of the edits after which the daemon's whole output is compared with the output of a cold run."""

BODIES = ("x * 2", "(x * 2).astype(jnp.float16)", "x > 0", "jnp.sin(x)", "x - jnp.ones(3, jnp.int32)", "x + y")
OUTER = ("{inner}(x, y)", "{inner}(x, y) + {inner}(y, x)", "jnp.sum({inner}(x, x))", "{inner}(x + y, y)")
DTYPES = ("bfloat16", "float16", "float32", "int8", "uint32", "int32")


class Program:
    """A program of four modules whose texts change.

    Each text gets a time of change two seconds after the last one. mypy compares sizes, and times in whole seconds.
    """

    def __init__(self, seed: int) -> None:
        self._random, self._second = random.Random(seed), int(time.time())
        self.body, self.outer, self.is_moved, self.is_cycle = BODIES[0], OUTER[0], False, False
        self.dtypes = ["bfloat16", "int8", "uint32", "float32"]

    def edit(self) -> str:
        """Change the program, and name the edit."""
        kind = self._random.choice(("body", "body", "outer", "caller", "moved", "cycle"))
        match kind:
            case "body":
                self.body = self._random.choice([body for body in BODIES if body != self.body])
            case "outer":
                self.outer = self._random.choice([body for body in OUTER if body != self.outer])
            case "caller":
                self.dtypes = self._random.choices(DTYPES, k=4)
            case "moved":
                self.is_moved = not self.is_moved
            case _:
                self.is_cycle = not self.is_cycle
        return kind

    def write(self, folder: Path) -> None:
        """Write the files that have changed."""
        inner = f"def inner(x: jax.Array, y: jax.Array) -> jax.Array:\n    return {self.body}\n"
        cycle = "from . import outer\n" if self.is_cycle else ""
        home = "moved" if self.is_moved else "deep"
        outer = self.outer.format(inner=f"{home}.inner")
        calls = (
            f"reveal_type(outer(jnp.ones(3, jnp.{a}), jnp.ones(3, jnp.{b})))\n"
            for a, b in zip(self.dtypes[::2], self.dtypes[1::2], strict=True)
        )
        texts = {
            "deep.py": HEAD + cycle + ("" if self.is_moved else inner),
            "moved.py": HEAD + (inner if self.is_moved else ""),
            "outer.py": HEAD
            + f"from . import {home}\n\n\ndef outer(x, y: jax.Array) -> jax.Array:\n    return {outer}\n",
            "__init__.py": "",
        }
        files = {f"package/{name}": text for name, text in texts.items()}
        files["main.py"] = "import jax.numpy as jnp\nfrom package.outer import outer\n" + "".join(calls)
        for name, text in files.items():
            path = folder / name
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
                self._second += 2
                os.utime(path, (self._second, self._second))


def computed(folder: Path) -> list[str]:
    """The dtypes that JAX computes, in the order of the calls."""
    found: list[str] = []

    def reveal(value: object) -> None:
        dtype = str(getattr(value, "dtype", type(value)))
        found.append("bool_" if dtype == "bool" else dtype)

    for name in [name for name in sys.modules if name.partition(".")[0] == "package"]:
        del sys.modules[name]
    runpy.run_path(str(folder / "main.py"), init_globals={"reveal_type": reveal})
    return found


def messages(folder: Path, *command: str) -> list[str]:
    """The messages of a run, sorted."""
    done = run_mypy([*command, "main.py"], folder)
    assert "INTERNAL ERROR" not in done.stdout + done.stderr, done
    return sorted(line for line in done.stdout.splitlines() if ".py:" in line)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "mypy.ini").write_text(INI)
    (tmp_path / "package").mkdir()
    shutil.copytree(imported(INI), tmp_path / ".mypy_cache")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    end_daemon(tmp_path)


@pytest.mark.long
def test_edits(folder: Path, record_cases) -> None:
    program, done = Program(seed=37), []
    wrong = cases = reported = 0
    for number in range(EDITS + 1):
        done.append("start" if number == 0 else program.edit())
        program.write(folder)
        output = messages(folder, "dmypy", "run", "--")
        revealed = [re.findall(r"dtypes\.(\w+)", line) for line in output if "Revealed type" in line]
        wanted = computed(folder)
        cases += len(wanted)
        wrong += sum(known != [dtype] for known, dtype in zip(revealed, wanted, strict=True))
        reported += sum("called with" in line for line in output)
        assert not wrong, (done, program.__dict__, output, wanted)
        if number in COMPARED:
            shutil.rmtree(folder / "cold", ignore_errors=True)
            shutil.copytree(imported(INI), folder / "cold")
            assert output == messages(folder, "mypy", "--cache-dir=cold"), done
    record_cases(cases, wrong)
    assert set(done) == {"start", "body", "outer", "caller", "moved", "cycle"} and reported
