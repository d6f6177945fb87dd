"""The mypy plugin: ``plugins = ["jaxtyping_promo.mypy_plugin"]`` in the mypy configuration.

This module has what mypy asks in each run, also if no file has changed, and the hooks of annotations and classes.
`dispatch` has the hooks of expressions.
"""

from __future__ import annotations

from .mypy_compat.modules import stopping_error

from . import supported_mypy  # isort: skip  # noqa: F401  # before imports that fail with older versions of mypy

# mypy's modules import each other in a circle that can only be entered here.
import mypy.types  # isort: skip  # noqa: F401

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from mypy.nodes import MypyFile, TypeInfo
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import FunctionLike, Type

from ..config import Config
from ..config_checks import load_checked_config
from ..exceptions import ConfigError
from ..jaxtyping.names import MODULE as JAXTYPING_MODULE
from .annotations.jaxtyping_aliases import quote_aliases
from .annotations.jaxtyping_classes import record_dtypes
from .annotations.replaced_dtypes import declare_replaced_dtypes
from .config_warnings import print_warnings
from .fingerprint import fingerprint
from .flow.start_statement import add_start_statement
from .foreign_stubs import ForeignStubs
from .jax_names import (
    ANNOTATED,
    ARRAY_MODULE,
    DTYPES_MODULE,
    GENERAL,
    JAX_MODULE,
    JAXTYPING,
    JOINED,
    NODES,
    OPERATORS,
    SEVERAL,
)
from .jax_version import full_jax_version
from .modes.daemon_marks import DAEMON
from .modes.recorded_switches import copy_switches, write_switches
from .modes.switch_dependencies import WRITTEN, Marks, is_read_anew, stamp
from .modes.switches_in_files import Texts
from .mypy_compat.analysis import analyzer_of
from .run_state import PluginWithState
from .stub_edits.array_class import add_default_base, plain_operators, without_fallback, without_rows
from .stub_edits.function_overloads import general_functions
from .stub_edits.jaxtyping_categories import LAST, category
from .stub_edits.newer_names import add_names_of_installed_jax
from .types.converted_fields import ConvertedFields

if TYPE_CHECKING:
    from .annotations.dtype_annotations import DTypeAnnotations
    from .annotations.jaxtyping_annotations import JaxtypingAnnotations
    from .dispatch import Dispatch
    from .interpreter_findings import InterpreterFindings

__version__ = SOURCES = fingerprint()
"""The fingerprint of the sources and the configuration. If it changes, mypy drops its cache, and dmypy restarts."""


def _array(ctx: ClassDefContext) -> None:
    """Base-class hook of the marker class of `Array`."""
    plain_operators(ctx)
    copy_switches(ctx)


BASE_CLASS_HOOKS: dict[str, Callable[[ClassDefContext], None]] = {
    OPERATORS: _array,
    WRITTEN: write_switches,
    GENERAL: general_functions,
    JAX_MODULE: add_names_of_installed_jax,
}
"""The hooks of the classes that mark parts of the stubs to replace, by full name."""


def _identify(*configuration: object) -> None:
    """Make the configuration a part of `__version__`, which mypy reads each time it has constructed the plugin."""
    global __version__
    __version__ = f"{SOURCES} {configuration!r}"


def _analyzed_again(ctx: AnalyzeTypeContext) -> Type:
    """Type hook that makes mypy analyze the current node again, since the plugin has changed it in the meantime."""
    analyzer = analyzer_of(ctx)
    if not analyzer.final_iteration:
        analyzer.defer()
    return ctx.api.analyze_type(ctx.type)


class JaxtypingPromoPlugin(PluginWithState):
    """Computes the dtypes of array expressions."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._config = Config()
        self._converted = ConvertedFields()
        self._files_started = 0
        self._config_error: Exception | None = None
        try:
            self._config = load_checked_config(options.config_file)
            if any(section is not None for _, section in self._config.check_tables()):
                self._findings  # noqa: B018  # reads the tables, which may be wrong
            print_warnings(self._config, options)
        except ConfigError as error:
            # Raised later, in a hook that mypy always calls: raised here it would cause a traceback and crash dmypy.
            self._config_error = stopping_error([str(error)])
        self.run.config = self._config
        self._texts = Texts(options)
        self._marks = Marks(options, self._texts)
        DAEMON.asked_again(self._texts)
        _identify(self._config.snapshot(), self._config_error, full_jax_version(), DAEMON.restarts)
        self._foreign_stubs = ForeignStubs()

    @cached_property
    def _dispatch(self) -> Dispatch:
        """The hooks for what mypy asks about while it checks files."""
        from .dispatch import Dispatch

        return Dispatch(self, self._findings, self._texts, self._converted)

    @cached_property
    def _findings(self) -> InterpreterFindings:
        """The findings of the interpreter."""
        from .interpreter_findings import InterpreterFindings

        return InterpreterFindings(self._config, self.options)

    @cached_property
    def _annotations(self) -> DTypeAnnotations:
        """The hooks of annotations with dtypes."""
        from .annotations.dtype_annotations import DTypeAnnotations

        return DTypeAnnotations(self.lookup_fully_qualified)

    @cached_property
    def _jaxtyping(self) -> JaxtypingAnnotations:
        """The hooks of jaxtyping's annotations."""
        from .annotations.jaxtyping_annotations import JaxtypingAnnotations

        return JaxtypingAnnotations()

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """The hook of a method."""
        self._begin_files()
        return self._dispatch.method_hook(fullname)

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook of a function."""
        return self._dispatch.function_hook(fullname)

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The signature hook of a function."""
        return self._dispatch.function_signature_hook(fullname)

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """The signature hook of a method."""
        return self._dispatch.method_signature_hook(fullname)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of an object."""
        return self._dispatch.attribute_hook(fullname)

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of a class."""
        return self._dispatch.class_attribute_hook(fullname)

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of a dtype class in an annotation."""
        if self._begin_files():
            return _analyzed_again
        if fullname in ANNOTATED:
            return self._jaxtyping.hook()
        return self._annotations.hook(fullname) or self._hook_of_own_dtypes(fullname)

    def _hook_of_own_dtypes(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of a program's own class of dtypes for jaxtyping."""
        if JAXTYPING_MODULE not in (self._modules or {}):
            return None
        symbol = self.lookup_fully_qualified(fullname)
        return self._jaxtyping.class_hook(symbol.node) if symbol and isinstance(symbol.node, TypeInfo) else None

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """The hook that replaces overloads of `Array` or of a module's functions, or records the program's switches."""
        return BASE_CLASS_HOOKS.get(fullname)

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """The hook of a dtype class, or of any other class, which may be derived from a dtype class."""
        self._begin_files()
        if fullname in JOINED:
            return add_default_base
        if fullname in JAXTYPING or fullname == LAST:
            return category
        return without_rows if fullname in NODES else None if fullname == SEVERAL else self._class_hook

    def _class_hook(self, ctx: ClassDefContext) -> None:
        """Class hook of all classes that are no dtype classes of the stubs."""
        without_fallback(ctx)
        record_dtypes(ctx)
        self._converted.record(ctx)

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """The modules of dtype classes, which every module with arrays depends on, and the module's own marks."""
        self._refuse_bad_configuration()
        self._foreign_stubs.look_at(file.fullname, file.path)
        quote_aliases(file, {})
        declare_replaced_dtypes(file)
        add_start_statement(file)
        dtypes = [(10, DTYPES_MODULE, -1)] if file.fullname == ARRAY_MODULE else []
        return dtypes + self._marks.dependencies(file)

    def report_config_data(self, ctx: ReportConfigContext) -> object:
        """The package's sources, the configuration and JAX's version: mypy checks a module again when they change.

        `__version__` alone is not enough: mypy stores only its last value in a cache, even for modules that it did not
        check.
        """
        self._refuse_bad_configuration()
        if ctx.is_check:
            self._foreign_stubs.look_at(ctx.id, ctx.path)
            self._marks.cached(ctx.id, ctx.path)
            if is_read_anew(ctx.id):
                return stamp()
        return [SOURCES, self._config.snapshot(), full_jax_version()]

    def _begin_files(self) -> bool:
        """Insert the first statement into files that a mypy worker reads.

        A worker asks for the hooks of annotations, but not for additional dependencies.

        Returns:
            Whether expressions have changed that mypy may be about to analyze.
        """
        modules, is_changed = self._modules, False
        if modules is not None and len(modules) != self._files_started:
            for tree in [*modules.values()][self._files_started :]:
                is_changed |= quote_aliases(tree, modules)
                declare_replaced_dtypes(tree)
                add_start_statement(tree)
            self._files_started = len(modules)
        return is_changed

    def _refuse_bad_configuration(self) -> None:
        """Raise the error in the configuration, if there is one."""
        if self._config_error is not None:
            raise self._config_error


def plugin(version: str) -> type[Plugin]:
    """mypy's entry point."""
    return JaxtypingPromoPlugin
