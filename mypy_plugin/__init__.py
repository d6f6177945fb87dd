"""The mypy plugin: ``plugins = ["jaxtyping_promo.mypy_plugin"]`` in the mypy configuration.

This module only dispatches: from full names to the functions of the modules beside it.
"""

from __future__ import annotations

# mypy's modules import each other in a circle that can only be entered here.
import mypy.types  # isort: skip  # noqa: F401

from collections.abc import Callable

from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import CheckerPluginInterface, ClassDefContext, FunctionContext, MethodContext, Plugin, ReportConfigContext
from mypy.types import Type

from ..config import load_config
from ..system import System
from .array_class import plain_operators
from .fingerprint import fingerprint
from .names import ARRAY_MODULE, DTYPES_MODULE, OPERATORS
from .operators import function_hooks, method_hooks

__version__ = fingerprint()
"""Of the package's sources: mypy drops its cache, and dmypy restarts, when this changes."""


class JaxtypingPromoPlugin(Plugin):
    """Computes the dtypes of array expressions."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._config = load_config(options.config_file)
        self._method_hooks = method_hooks(self._system_of)
        self._function_hooks = function_hooks(self._system_of)

    def _system_of(self, api: CheckerPluginInterface) -> System:
        """The promotion system that the configuration gives to the module under check."""
        tree: MypyFile = api.tree  # type: ignore[attr-defined]
        return self._config.for_module(tree.fullname).system_object

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """The hook of an operator method."""
        return self._method_hooks.get(fullname)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook of a function."""
        return self._function_hooks.get(fullname)

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """The hook that replaces the overloads of `Array`."""
        return plain_operators if fullname == OPERATORS else None

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """The dtype classes, wherever there are arrays: results are made of them."""
        return [(10, DTYPES_MODULE, -1)] if file.fullname == ARRAY_MODULE else []

    def report_config_data(self, ctx: ReportConfigContext) -> object:
        """The whole configuration: mypy checks a module again when it changes."""
        return self._config.snapshot()


def plugin(version: str) -> type[Plugin]:
    """mypy's entry point."""
    return JaxtypingPromoPlugin
