"""The language servers of the tests, and their commands."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from .client import LanguageServer


class Server(NamedTuple):
    """A language server.

    Attributes:
        package: its package on PyPI.
        command: its command.
        settings: the editor's settings by section.
    """

    package: str
    command: tuple[str, ...]
    settings: dict[str, Any]

    @property
    def version(self) -> str:
        """The installed version."""
        return version(self.package)

    def start(self, folder: Path, python: Path | None = None) -> LanguageServer:
        """Start the server.

        Args:
            folder: the folder that the editor has open.
            python: the interpreter of the project; by default, this one.
        """
        executable = Path(sys.executable).parent / self.command[0]
        return LanguageServer([str(executable), *self.command[1:]], folder, python=python, settings=self.settings)


SERVERS: dict[str, Server] = {
    "pyright": Server(
        "pyright", ("pyright-langserver", "--stdio"), {"python": {"analysis": {"typeCheckingMode": "standard"}}}
    ),
    "basedpyright": Server(
        "basedpyright",
        ("basedpyright-langserver", "--stdio"),
        {"basedpyright": {"analysis": {"typeCheckingMode": "standard"}}},
    ),
    "pyrefly": Server("pyrefly", ("pyrefly", "lsp"), {"python": {"pyrefly": {"displayTypeErrors": "force-on"}}}),
    "ty": Server("ty", ("ty", "server"), {}),
}
"""Server by name. Pylance, whose server only Microsoft's editors may run, is pyright."""
