"""Records the expressions of test modules, which pytest compiles by itself to explain failing assertions."""

from __future__ import annotations

import ast
import os
import sys
from typing import Any, Final

from .program_files import PROGRAM, ProgramFiles
from .values import Values

MODULE: Final = "_pytest.assertion.rewrite"
"""The module of pytest that compiles test modules."""


class TestModules:
    """Changes how pytest compiles test modules. What ``assert`` tests is left to pytest.

    Args:
        files: the files of the program.
        values: the recorder.
    """

    __test__ = False

    def __init__(self, files: ProgramFiles, values: Values) -> None:
        self._files, self._values = files, values
        self._originals: dict[str, Any] = {}

    def install(self) -> None:
        """Change pytest, which must be imported."""
        rewrite: Any = sys.modules[MODULE]
        names = ("rewrite_asserts", "_read_pyc")
        if not all(hasattr(rewrite, name) for name in names):
            return  # another pytest: its test modules are not recorded
        self._originals = {name: getattr(rewrite, name) for name in names}

        def rewrite_asserts(tree: ast.Module, source: bytes, module_path: Any = None, config: Any = None) -> None:
            filename = os.fspath(module_path) if module_path is not None else ""
            if filename and self._files.kind(filename) is PROGRAM:
                self._values.rewrite(tree, filename, in_assertions=False)
            self._originals["rewrite_asserts"](tree, source, module_path, config)

        rewrite.rewrite_asserts = rewrite_asserts
        rewrite._read_pyc = lambda *args, **kwargs: None  # a compiled file that records nothing

    def uninstall(self) -> None:
        """Put pytest back."""
        for name, original in self._originals.items():
            setattr(sys.modules[MODULE], name, original)
