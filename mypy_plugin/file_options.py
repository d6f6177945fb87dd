"""The configuration that holds for the file under check.

The entry module calls `configure` once for each run. A hook reads a key by ``file_options(ctx.api).KEY``.
"""

from __future__ import annotations

from mypy.nodes import MypyFile
from mypy.plugin import CheckerPluginInterface

from ..config import Config, Options
from .mypy_compat.modules import current_file

_config = Config()


def configure(config: Config) -> None:
    """Use a configuration from now on."""
    global _config
    _config = config


def file_options(api: CheckerPluginInterface) -> Options:
    """The settings for the file under check; inside a called function, for the file of the caller."""
    tree: MypyFile = current_file(api)
    return _config.for_module(tree.fullname)
