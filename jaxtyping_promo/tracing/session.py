"""Runs a program under a trace, and collects what was recorded."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..exceptions import JaxtypingPromoError
from . import running
from .attribution import Attribution
from .functions import Functions
from .importing import ImportWatcher, RecordingFinder
from .jax_hooks import SUPPORTED, Hooks, is_supported
from .program_files import ProgramFiles
from .promotions import Promotions
from .pytest_modules import MODULE, TestModules
from .running import Program
from .values import Values


class UnsupportedJaxError(JaxtypingPromoError):
    """The installed JAX has another version than a trace supports."""


def check_version() -> str:
    """The version of the installed JAX.

    Raises:
        UnsupportedJaxError: it is not supported, or JAX is not installed.
    """
    supported = " and ".join(SUPPORTED)
    try:
        installed = version("jax")
    except PackageNotFoundError:
        raise UnsupportedJaxError(f"trace runs programs with JAX {supported}, which is not installed") from None
    if not is_supported(installed):
        raise UnsupportedJaxError(f"trace supports JAX {supported}; installed is {installed}")
    return installed


class Session:
    """One run of a program.

    Args:
        program: the program.
        packages: installed packages whose files are recorded, too.
        values: whether the dtypes of all expressions are recorded.
    """

    def __init__(self, program: Program, packages: Sequence[str] = (), *, values: bool = False) -> None:
        self._program = program
        self._files = ProgramFiles((program.own_folder, Path.cwd()), packages)
        self._promotions = Promotions()
        self._functions = Functions(self._files)
        self._values = Values() if values else None
        self._attribution = Attribution(self._files, self._promotions.record, self._promotions.record_elsewhere)
        self._hooks = Hooks(self._attribution)

    def run(self) -> None:
        """Run the program to its end. Its exceptions, also SystemExit, pass on; JAX is as before afterwards."""
        parts: list[Any] = [ImportWatcher("jax", self._hooks.install), self._functions]
        begun: list[Any] = [self._hooks]
        compiled = running.plainly
        if self._values is not None:
            tests = TestModules(self._files, self._values)
            parts += [self._values, RecordingFinder(self._files, self._values), ImportWatcher(MODULE, tests.install)]
            begun.append(tests)
            compiled = self._values.compiled
        try:
            for part in parts:
                begun.append(part)
                part.install()
            running.run(self._program, compiled)
        finally:
            for part in reversed(begun):
                part.uninstall()

    def result(self) -> dict[str, Any]:
        """What was recorded, as JSON has it."""
        promotions, functions = self._promotions.rows(), self._functions.rows()
        values = self._values.rows() if self._values is not None else None
        jax = sys.modules.get("jax")
        counts = Counter(code for row in promotions for code in row["codes"][:1])
        summary: dict[str, Any] = {
            "program": [*self._program.arguments],
            "jax": getattr(jax, "__version__", None),
            "packages": [*self._files.packages],
            "promotions": len(promotions),
            "codes": dict(counts),
            "bytes": sum(row["bytes"] for row in promotions),
            "functions": len(functions),
            "elsewhere": dict(self._promotions.elsewhere.most_common()),
            "failures": [*self._attribution.failures],
        }
        if values is not None:
            summary["values"] = len(values)
        return {"promotions": promotions, "functions": functions, "values": values or [], "summary": summary}
