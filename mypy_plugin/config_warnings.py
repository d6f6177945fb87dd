"""Prints the lines about settings that have no effect, as mypy prints its own lines about its configuration."""

from __future__ import annotations

import os
import sys

from mypy.options import Options

from ..config import Config
from ..config_checks import warnings_of
from .mypy_compat.modules import search_folders_of

WORKER = "mypy.build_worker"
"""The package whose main module is run by a worker of mypy (``-n 2``)."""


def print_warnings(config: Config, options: Options) -> None:
    """Print each warning about the configuration to the standard error stream. Workers of mypy print nothing."""
    main = getattr(sys.modules.get("__main__"), "__spec__", None)
    if main is not None and main.name.startswith(WORKER):
        return
    for line in warnings_of(config, options.config_file, _roots(config, options)):
        print(line, file=sys.stderr)


def _roots(config: Config, options: Options) -> list[str]:
    """The folders of modules that mypy knows besides those of the project; none if nothing asks for them."""
    if not config.overrides:
        return []
    installed = search_folders_of(options.python_executable)
    by_environment = os.environ.get("MYPYPATH", "").split(os.pathsep)
    return [*filter(None, by_environment), *options.mypy_path, *(folder for folders in installed for folder in folders)]
