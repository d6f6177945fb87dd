"""The state of one run of mypy. The plugin owns it, so that no module of the plugin sets a variable of another module.

A module that needs such a state declares it once, and reads it by mypy's checker:

>>> told = OfRun(ToldFindings)  # doctest: +SKIP
>>> told(ctx.api).begin(ctx.api)  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, cast

from mypy.options import Options
from mypy.plugin import CheckerPluginInterface, Plugin

from ..config import Config
from .mypy_compat.modules import all_plugins

T = TypeVar("T")


class RunState:
    """The configuration of a run, and what modules of the plugin remember during the run."""

    def __init__(self) -> None:
        self.config = Config()
        self._values: dict[OfRun[object], object] = {}

    def value(self, key: OfRun[T]) -> T:
        """What a module remembers; made when it is first read."""
        values = cast("dict[OfRun[T], T]", self._values)
        if key not in values:
            values[key] = key.make()
        return values[key]


class OfRun(Generic[T]):
    """A value that each run of mypy has of its own.

    Args:
        make: makes the value when it is first read.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self.make = make

    def __call__(self, api: CheckerPluginInterface) -> T:
        """The value in the run to which a checker belongs."""
        return run_of(api).value(self)


class PluginWithState(Plugin):
    """A plugin that owns the state of a run."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.run = RunState()


def run_of(api: CheckerPluginInterface) -> RunState:
    """The state of the run to which a checker belongs."""
    return next(plugin.run for plugin in all_plugins(api) if isinstance(plugin, PluginWithState))
