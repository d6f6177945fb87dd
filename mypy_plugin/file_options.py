"""The configuration that holds for the file under check.

A hook reads a key by ``file_options(ctx.api).KEY``.
"""

from __future__ import annotations

from mypy.nodes import MypyFile
from mypy.plugin import CheckerPluginInterface

from ..config import Options
from .mypy_compat.modules import current_file
from .run_state import run_of


def file_options(api: CheckerPluginInterface) -> Options:
    """The settings for the file under check; inside a called function, for the file of the caller."""
    tree: MypyFile = current_file(api)
    return run_of(api).config.for_module(tree.fullname)
