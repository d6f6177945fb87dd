"""The mypy plugin: ``plugins = ["jaxtyping_promo.mypy_plugin"]`` in the mypy configuration.

This module only dispatches: it maps full names to the hooks in the packages and modules beside it.
"""

from __future__ import annotations

from .mypy_compat.modules import stopping_error

from . import supported_mypy  # isort: skip  # noqa: F401  # before imports that fail with older versions of mypy

# mypy's modules import each other in a circle that can only be entered here.
import mypy.types  # isort: skip  # noqa: F401

from collections.abc import Callable
from functools import cached_property

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
from ..operators import METHODS
from .annotations.annotation_notes import AnnotationNotes
from .annotations.dtype_annotations import DTypeAnnotations
from .annotations.evaluated_annotations import report_subscripts
from .annotations.jaxtyping_aliases import quote_aliases
from .annotations.jaxtyping_annotations import ANNOTATED, JaxtypingAnnotations
from .annotations.jaxtyping_classes import record_dtypes
from .annotations.jaxtyping_pytrees import report_structures
from .annotations.replaced_dtypes import declare_replaced_dtypes
from .body_fingerprints import add_fingerprint
from .config_warnings import print_warnings
from .contexts import AnyContext
from .fingerprint import fingerprint
from .flow.assigned_values import AssignedValues
from .flow.start_statement import add_start_statement
from .foreign_stubs import ForeignStubs
from .hook_tables import HookTables
from .interpreter_findings import InterpreterFindings
from .jax_names import ARRAY_MODULE, DTYPES_MODULE, GENERAL, JAX_MODULE, JAXTYPING, JOINED, NODES, OPERATORS, SEVERAL
from .jax_version import full_jax_version
from .kept_comments import keep_comments
from .known_dtypes import has_own_place, known_dtypes, position_of, refined, refined_default
from .modes.daemon_marks import DAEMON
from .modes.jax_modes import modes_in, note_switches
from .modes.possible_modes import HooksInModes, Mode
from .modes.recorded_switches import (
    STATE,
    SWITCHES_MODULE,
    Program,
    copy_switches,
    program,
    record_new_module,
    write_switches,
)
from .modes.switch_dependencies import WRITTEN, Marks, depend_on_switches, is_read_anew, stamp
from .modes.switch_scan import ModuleSwitches
from .modes.switches_in_files import Texts
from .mypy_compat.analysis import analyzer_of
from .mypy_compat.modules import current_file
from .operators.folding_functions import folding_signatures
from .operators.generic_functions import signature_of_any_dtype
from .operators.wrapper_classes import SETTERS, setter
from .other_plugins import OtherPlugins
from .run_state import PluginWithState
from .severities import is_shown
from .stub_edits.array_class import add_default_base, plain_operators, without_fallback, without_rows
from .stub_edits.function_overloads import general_functions
from .stub_edits.jaxtyping_categories import LAST, category
from .stub_edits.newer_names import add_names_of_installed_jax
from .transformations.call_arity import arity_checked
from .transformations.lambda_calls import own_signature
from .transformations.taking_functions import TAKING_FUNCTIONS
from .types.converted_fields import ConvertedFields
from .types.named_tuple_fields import field_type

__version__ = SOURCES = fingerprint()
"""The fingerprint of the sources and the configuration. If it changes, mypy drops its cache, and dmypy restarts."""

NO_ARRAYS = ("builtins.", "typing.", "collections.", "numpy.", "functools.")
"""The prefixes of frequent functions and methods whose results are never JAX arrays."""
NUMPY = "numpy."
"""The prefix of NumPy functions and classes."""
UFUNC_CALL = "Nout1.__call__", "Nout2.__call__"
"""The ends of the full names of the methods that call NumPy's universal functions."""
OURS = ("jax.", "jaxtyping_promo.")
"""The prefixes of functions and classes for which other plugins have no hooks."""
NOT_OF_PROGRAMS = (*NO_ARRAYS, *OURS)
"""The prefixes of functions and classes that are neither a program's nor another package's with arrays."""
NO_SHARED_ARRAYS = tuple(prefix for prefix in NOT_OF_PROGRAMS if prefix != "collections.")
"""The prefixes of functions in whose signatures no type variable has to stand for arrays of several dtypes."""


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


FOLD_SIGNATURES = folding_signatures() | dict.fromkeys(("builtins.max", "builtins.min"), signature_of_any_dtype)
"""The signature hooks of functions that fold arrays, by full name."""
WITH_OVERLOADS = ("jax._src.api.", "jax._src.lax.control_flow.", "jax._src.pmap.", "jax._src.ad_checkpoint.")
"""The prefixes of functions whose overloads mypy should not list in its errors."""
OVERLOADED_BY_JAX = ("jax._src.api.jit", "jax._src.api.linearize", "jax._src.api.vjp")
"""The functions with those prefixes that have overloads in JAX's own source, which mypy should list."""
_TAKING_LAMBDAS, _NOT_TAKING_LAMBDAS = arity_checked(own_signature), arity_checked(None)


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
        self._interpreter_findings = InterpreterFindings(self._config, options)
        self._values = AssignedValues()
        self._annotations = DTypeAnnotations(self.lookup_fully_qualified)
        self._jaxtyping = JaxtypingAnnotations()
        self._converted = ConvertedFields()
        self._other_plugins = OtherPlugins(self)
        self._files_started = 0
        self._config_error: Exception | None = None
        try:
            self._config = load_checked_config(options.config_file)
            self._interpreter_findings = InterpreterFindings(self._config, options)
            print_warnings(self._config, options)
        except ConfigError as error:
            # Raised later, in a hook that mypy always calls: raised here it would cause a traceback and crash dmypy.
            self._config_error = stopping_error([str(error)])
        self.run.config = self._config
        self._takes_dtypes = "dtypes" in self._config.checks
        self._texts = Texts(options)
        self._marks = Marks(options, self._texts)
        self._modes = modes_in(self._config, self._switches_in, self._program)
        self._in_modes = HooksInModes(self._modes_of, refined)
        DAEMON.asked_again(self._texts)
        _identify(self._config.snapshot(), self._config_error, full_jax_version(), DAEMON.restarts)
        self._annotation_notes = AnnotationNotes()
        self._foreign_stubs = ForeignStubs()

    @cached_property
    def _hooks(self) -> HookTables:
        """The tables of hooks; made when mypy first asks for a hook, since it asks for none if nothing has changed."""
        return HookTables(self.run, self._values, self._in_modes, self._begin)

    def _begin(self, ctx: MethodContext) -> Type:
        """Method hook of the statement that the plugin inserts at the beginning of each file."""
        report_subscripts(ctx.api)
        self._converted.open()
        tree: MypyFile = current_file(ctx.api)
        module_switches = self._switches_in(tree)
        if self.options.fine_grained_incremental:
            depend_on_switches(tree)
            if DAEMON.is_built and record_new_module(ctx.api, module_switches):
                self._modes = modes_in(self._config, self._switches_in, self._program)
        report_structures(ctx.api)
        if is_shown(ctx.api):
            self._annotation_notes.begin(ctx.api)
        if not tree.is_stub:
            add_fingerprint(ctx.api)
            keep_comments(ctx.api)
        note_switches(ctx.api, self._config, module_switches, self._program())
        self._interpreter_findings.begin(ctx.api, self._modes(tree))
        return self._values.begin(ctx)

    def _modes_of(self, ctx: AnyContext) -> tuple[Mode, ...]:
        """The configurations that may hold at a call."""
        modes = self._modes(current_file(ctx.api))
        known = known_dtypes(ctx.api).modes(ctx.api) if modes.are_several else {}
        return modes.at(position_of(ctx.context), known)

    def _switches_in(self, tree: MypyFile) -> ModuleSwitches:
        """The switches of JAX options in a module."""
        return self._texts.switches_of(tree.fullname, tree.path)

    def _program(self) -> Program:
        """The switches of JAX options in the program."""
        return program(self.lookup_fully_qualified(f"{SWITCHES_MODULE}.{STATE}"))

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """The hook of a method: an operator, also where a class inherits it, or a method that has a rule."""
        self._begin_files()
        hook = self._hooks.methods.get(fullname)
        owner, _, method = fullname.rpartition(".")
        if hook is None and method.endswith("__"):
            hook = self._inherited_hook(owner, method)
        if hook is None and not fullname.startswith(NOT_OF_PROGRAMS):
            hook = self._hooks.wrappers.get(method) or self._hooks.method_elsewhere(method)
        if fullname.startswith(NUMPY) and (not fullname.endswith("__") or fullname.endswith(UFUNC_CALL)):
            hook = self._hooks.numpy.corrected(fullname, hook)
        if hook is None and self._takes_dtypes and has_own_place(fullname):
            hook = refined_default
        return (
            self._other_plugins.first("get_method_hook", fullname, hook)
            if hook and not fullname.startswith(OURS)
            else hook
        )

    def _inherited_hook(self, owner: str, method: str) -> Callable[[MethodContext], Type] | None:
        """The hook of the class that defines an operator method; mypy asks with the name of the operand's class."""
        if method not in METHODS or owner.startswith("builtins."):
            return None
        symbol = self.lookup_fully_qualified(owner)
        info = symbol.node if symbol is not None else None
        defining = info.get_containing_type_info(method) if isinstance(info, TypeInfo) else None
        return None if defining is None else self._hooks.methods.get(f"{defining.fullname}.{method}")

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook of a function: a builtin, a dtype that is called, or a JAX function that has a rule."""
        is_jax = fullname.startswith("jax.")
        hook = self._hooks.jax_function(fullname) if is_jax else self._hooks.functions.get(fullname)
        if hook is None and not fullname.startswith(NO_ARRAYS):
            hook = self._hooks.default_function
        if fullname.startswith(NUMPY):
            hook = self._hooks.numpy.corrected(fullname, hook)
        if hook is None and self._takes_dtypes:
            hook = refined_default
        return (
            self._other_plugins.first("get_function_hook", fullname, hook)
            if hook and not fullname.startswith(OURS)
            else hook
        )

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The signature hook of a function that accepts functions (perhaps lambdas) or has overloads for dtypes."""
        if not fullname.startswith(NO_SHARED_ARRAYS):
            return self._other_plugins.first_signature("get_function_signature_hook", fullname, signature_of_any_dtype)
        if not fullname.startswith(WITH_OVERLOADS) or fullname in OVERLOADED_BY_JAX:
            return own_signature if fullname in TAKING_FUNCTIONS else FOLD_SIGNATURES.get(fullname)
        return _TAKING_LAMBDAS if fullname in TAKING_FUNCTIONS else _NOT_TAKING_LAMBDAS

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """The signature hook of a method that changes a container or replaces the array in a wrapper."""
        hook = self._hooks.signatures.get(fullname) or (setter if fullname.endswith(SETTERS) else None)
        if hook is not None or fullname.startswith(NOT_OF_PROGRAMS):
            return hook
        return self._other_plugins.first_signature("get_method_signature_hook", fullname, signature_of_any_dtype)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of `Array`, or of a named tuple's field."""
        hook = self._hooks.attributes.get(fullname)
        if hook is not None or fullname.startswith(NOT_OF_PROGRAMS):
            return hook
        owner = self.lookup_fully_qualified(fullname.rpartition(".")[0])
        if owner is None or not isinstance(owner.node, TypeInfo):
            return None
        hook = field_type if owner.node.is_named_tuple else self._hooks.attribute_elsewhere
        return self._other_plugins.first_attribute("get_attribute_hook", fullname, hook)

    def get_class_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of a class."""
        if fullname.startswith(NOT_OF_PROGRAMS):
            return None
        hook = self._hooks.class_attribute
        return self._other_plugins.first_attribute("get_class_attribute_hook", fullname, hook)

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
