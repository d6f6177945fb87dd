"""Counts the modules that mypy's questions about an expression pass through: ``python -m benchmarks.module_ways``.

With ``--write``, it writes the table of docs/how-it-works/plugin.md. mypy checks a small module twice in one process.
The second time, its cache has everything but the module, and a profiler notes the functions that run for each line.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

from mypy import api

PAGE = Path(__file__).parents[1] / "docs" / "how-it-works" / "plugin.md"
BEGIN, END = "<!-- python -m benchmarks.module_ways --write -->\n", "<!-- end of what it writes -->\n"
PACKAGE = "jaxtyping_promo"
PROGRAM = """\
import jax.numpy as jnp

from jaxtyping_promo import Array, float16, float32


def f(y: Array[float16]):
    return y * 2


def check(x: Array[float32], y: Array[float16], c: bool) -> None:
    x + y
    jnp.where(c, x, y)
    z = f(y)
"""
LINES = {11: "`x + y`", 12: "`jnp.where(c, x, y)`", 13: "`z = f(y)`"}
"""The measured expressions, by their lines in `PROGRAM`."""


class Ways:
    """The modules of the package that run for each line, and the most of their calls inside each other.

    Attributes:
        modules: the modules by line.
        depth: the most calls by line.
    """

    def __init__(self) -> None:
        self.modules: dict[int, set[str]] = {line: set() for line in LINES}
        self.depth = dict.fromkeys(LINES, 0)
        self._hook: FrameType | None = None
        self._line = 0
        self._calls = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call of a function of the package, or its end. It is the function for `sys.setprofile`."""
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(PACKAGE):
            return
        if event == "return" and self._hook is not None:
            self._calls -= 1
            if frame is self._hook:
                self._hook = None
        elif event == "call":
            if self._hook is None:
                context = frame.f_locals.get("ctx")
                line = getattr(getattr(context, "context", None), "line", 0)
                if line not in LINES or os.path.basename(context.api.path) != "program.py":
                    return
                self._hook, self._line, self._calls = frame, line, 0
            self._calls += 1
            self.modules[self._line].add(module)
            self.depth[self._line] = max(self.depth[self._line], self._calls)


def measured() -> Ways:
    """The ways of the lines of `PROGRAM`."""
    ways = Ways()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n")
        Path("program.py").write_text(PROGRAM)
        api.run(["program.py"])
        Path("program.py").write_text(PROGRAM + "\n# another version, so that mypy checks it again\n")
        sys.setprofile(ways)
        try:
            output, errors, _ = api.run(["program.py"])
        finally:
            sys.setprofile(None)
        os.chdir(PAGE.parent)
    if "error" in output or errors:
        raise SystemExit(output + errors)
    return ways


def main() -> None:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table of docs/how-it-works/plugin.md")
    write = parser.parse_args().write
    ways = measured()
    rows = "".join(f"| {LINES[line]} | {len(ways.modules[line])} | {ways.depth[line]} |\n" for line in LINES)
    table = f"| expression | modules | calls inside each other |\n| --- | ---: | ---: |\n{rows}"
    print(table)
    for line, modules in ways.modules.items():
        print(LINES[line], *sorted(name.removeprefix(f"{PACKAGE}.") for name in modules))
    if write:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        PAGE.write_text(before + BEGIN + table + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
