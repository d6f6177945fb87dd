"""The mypy plugin: ``plugins = ["jaxtyping_promo.mypy_plugin"]`` in the mypy configuration.

This module only dispatches: it maps full names to the hooks in the packages and modules beside it.
"""

from __future__ import annotations

from .mypy_compat import analyzer_of, current_file

from . import supported_mypy  # isort: skip  # noqa: F401  # before imports that fail with older versions of mypy

# mypy's modules import each other in a circle that can only be entered here.
import mypy.types  # isort: skip  # noqa: F401

from collections.abc import Callable

from mypy.errors import CompileError
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

from ..config import Config, load_config
from ..exceptions import ConfigError
from ..operators import METHODS
from ..system import System
from .annotations.dtype_annotations import Annotations
from .annotations.evaluated_annotations import report_subscripts
from .annotations.jaxtyping_aliases import quote_aliases
from .annotations.jaxtyping_annotations import ANNOTATED, JaxtypingAnnotations
from .annotations.jaxtyping_results import all_opened, opened
from .annotations.jaxtyping_shapes import check_shapes
from .calls.inferred_calls import InferredCalls
from .contexts import AnyContext
from .fingerprint import fingerprint
from .flow.assigned_values import START, AssignedValues, add_start_statement
from .flow.assignment_marker import CALL
from .flow.containers import container_hooks
from .functions.index_errors import INDICES, checked_getters, checked_indices
from .functions.jax_functions import attribute_hooks, dtype_hooks, function_hook, method_rule_hooks
from .functions.leaf_trees import field_type
from .functions.pytrees import (
    KEPT,
    MAPS_WITH_PATH,
    TREE_MAPS,
    branch_hooks,
    kept,
    mapped_tree,
    mapped_with_path,
)
from .functions.tree_leaves import LEAVES, RAVELED, REDUCTIONS, leaves, raveled, reduced
from .jax_names import (
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
from .losses.weak_arguments import COMPILED, weak_arguments
from .modes.jax_modes import UPDATE, modes_in, note_switches, noted
from .modes.possible_modes import HooksInModes, Mode
from .modes.program_switches import (
    DAEMON,
    STATE,
    SWITCHES_MODULE,
    WRITTEN,
    Marks,
    Program,
    Texts,
    copy_switches,
    depend_on_switches,
    is_read_anew,
    learn,
    program,
    stamp,
    write_switches,
)
from .modes.switch_flow import ModuleSwitches
from .numpy_arrays.numpy_dtypes import NumPyCalls
from .numpy_arrays.numpy_functions import numpy_hooks
from .numpy_arrays.numpy_in_place import in_place_hooks, signature_hooks
from .numpy_arrays.numpy_numbers import with_numbers
from .operators.array_operators import method_hooks
from .operators.operator_functions import function_hooks
from .operators.operator_functions import signature_hooks as fold_signatures
from .operators.type_variables import without_changed_dtypes, wrapper_operators
from .operators.wrapper_classes import SETTERS, VALUES, setter, value_of_forwarder
from .other_plugins import OtherPlugins
from .report import configure
from .stub_edits.array_class import beside_default, plain_operators, without_fallback, without_rows
from .stub_edits.function_overloads import general_functions
from .stub_edits.jaxtyping_categories import LAST, category
from .stub_edits.newer_names import add_names_of_installed_jax
from .transformations.branch_errors import SWITCH, checked_branches
from .transformations.call_arity import arity_checked
from .transformations.carry_errors import checked_loops
from .transformations.gradient_errors import TRANSFORMATIONS, returning_callable
from .transformations.jit import COMPILERS, WITH_OPTIONS, compiled
from .transformations.jit_call import CALLS, called
from .transformations.lambda_calls import checked_once, own_signature
from .transformations.loops import loop_hooks
from .transformations.partial import PARTIAL, PARTIAL_CALL, waiting_transformation
from .transformations.transformed_calls import (
    CLASSES,
    DIFFERENTIATED,
    TAKING_FUNCTIONS,
    differentiation_hook,
    unnamed_hook,
)

__version__ = SOURCES = fingerprint()
"""The fingerprint of the sources and the configuration. If it changes, mypy drops its cache, and dmypy restarts."""

NO_ARRAYS = ("builtins.", "typing.", "collections.", "numpy.", "functools.")
"""The prefixes of frequent functions and methods whose results are never JAX arrays."""
NUMPY = "numpy."
"""The prefix of NumPy's functions and classes."""
OURS = ("jax.", "jaxtyping_promo.")
"""The prefixes of functions and classes for which other plugins have no hooks."""


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


FOLD_SIGNATURES = fold_signatures()
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


class JaxtypingPromoPlugin(Plugin):
    """Computes the dtypes of array expressions."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._config = Config()
        self._values = AssignedValues()
        self._annotations = Annotations(self.lookup_fully_qualified)
        self._jaxtyping = JaxtypingAnnotations()
        self._other_plugins = OtherPlugins(self)
        self._files_started = 0
        self._config_error: CompileError | None = None
        try:
            self._config = load_config(options.config_file)
        except ConfigError as error:
            # Raised later, in a hook that mypy always calls: raised here it would cause a traceback and crash dmypy.
            self._config_error = CompileError([str(error)])
        configure(self._config)
        self._texts = Texts(options)
        self._marks = Marks(options, self._texts)
        self._modes = modes_in(self._config, self._switches_in, self._program)
        self._in_modes = HooksInModes(self._modes_of)
        DAEMON.asked_again(self._texts)
        _identify(self._config.snapshot(), self._config_error, full_jax_version(), DAEMON.restarts)
        self._numpy = NumPyCalls()
        self._method_hooks = self._numpy.corrected_operators(method_hooks(self._system_of))
        self._method_hooks |= in_place_hooks(self._system_of)
        self._method_hooks |= method_rule_hooks(self._system_of, self._requests_of)
        self._attribute_hooks = attribute_hooks(self._system_of) | dict.fromkeys(CALLS, called)
        self._attribute_hooks |= dict.fromkeys(VALUES, value_of_forwarder)
        self._function_hooks = function_hooks(self._system_of) | dtype_hooks(self._system_of, self._requests_of)
        self._signature_hooks = signature_hooks() | container_hooks() | {CALL: self._values.evaluated}
        self._function_hooks |= numpy_hooks(self._system_of, self._requests_of)
        self._function_hooks[PARTIAL] = waiting_transformation
        self._function_hooks |= dict.fromkeys(TREE_MAPS, mapped_tree)
        self._function_hooks |= checked_branches(branch_hooks(self._system_of), self._system_of)
        self._function_hooks |= dict.fromkeys(MAPS_WITH_PATH, mapped_with_path) | dict.fromkeys(KEPT, kept)
        self._function_hooks |= dict.fromkeys(LEAVES, leaves) | dict.fromkeys(REDUCTIONS, reduced)
        self._function_hooks[RAVELED] = lambda ctx: raveled(ctx, self._system_of(ctx))
        self._function_hooks |= checked_loops(loop_hooks(self._system_of), self._system_of)
        self._function_hooks |= dict.fromkeys(DIFFERENTIATED, differentiation_hook(self._system_of))
        self._function_hooks[SWITCH] = checked_indices(SWITCH, self._function_hooks[SWITCH], self._system_of)
        unnamed = unnamed_hook(self._system_of)
        self._calls = InferredCalls(self._config, self._values, self._system_of, lambda: self._in_modes.tried)
        self._default_function_hook = self._calls.function_hook(
            lambda ctx: without_changed_dtypes(ctx._replace(default_return_type=unnamed(ctx)))
        )
        self._wrapper_hooks = wrapper_operators(self._system_of)
        self._installed_hooks: dict[str, Callable[[MethodContext], Type]] = {}
        self._method_hooks |= dict.fromkeys((*CLASSES, PARTIAL_CALL), self._calls.function_hook(unnamed))
        compiled_call = self._calls.function_hook(weak_arguments(unnamed, self._system_of))
        self._method_hooks[COMPILED] = compiled_call
        self._method_hooks |= dict.fromkeys((*COMPILERS, WITH_OPTIONS), compiled)  # as decorators with options
        self._method_hooks |= checked_getters(self._method_hooks, self._system_of)
        self._method_hooks = with_numbers(self._method_hooks)
        self._method_hooks[UPDATE] = lambda ctx: noted(self._config, ctx)
        self._function_hooks |= dict.fromkeys(COMPILERS, compiled)
        self._method_hooks = self._in_modes.all_agreed(all_opened(self._method_hooks))
        self._attribute_hooks = self._in_modes.all_agreed(all_opened(self._attribute_hooks))
        self._function_hooks = self._in_modes.all_agreed(all_opened(self._function_hooks))
        self._default_function_hook = self._in_modes.agreed(self._default_function_hook)
        self._wrapper_hooks = self._in_modes.all_agreed(self._wrapper_hooks)
        self._method_hooks |= {CALL: self._values.restored, START: self._begin}
        for name in TAKING_FUNCTIONS:
            self._function_hooks[name] = checked_once(self._function_hooks.get(name, self._default_function_hook))
        for name in TRANSFORMATIONS:
            self._function_hooks[name] = returning_callable(self._function_hooks[name])

    def _begin(self, ctx: MethodContext) -> Type:
        """Method hook of the statement that the plugin inserts at the beginning of each file."""
        report_subscripts(ctx.api)
        tree: MypyFile = current_file(ctx.api)
        module_switches = self._switches_in(tree)
        if self.options.fine_grained_incremental:
            depend_on_switches(tree)
            if DAEMON.is_built and learn(ctx.api, module_switches):
                self._modes = modes_in(self._config, self._switches_in, self._program)
        check_shapes(ctx.api)
        self._calls.begin(ctx.api)
        note_switches(ctx.api, self._config, module_switches, self._program())
        return self._values.begin(ctx)

    def _system_of(self, ctx: AnyContext) -> System:
        """The promotion system that holds at a call."""
        return self._in_modes.mode(ctx).system

    def _requests_of(self, ctx: AnyContext) -> str:
        """JAX's treatment of a requested 64-bit dtype while x64 is off: truncate, refuse or keep it."""
        return self._in_modes.mode(ctx).requests

    def _modes_of(self, ctx: AnyContext) -> tuple[Mode, ...]:
        """The configurations that may hold at a call."""
        return self._modes(current_file(ctx.api)).at((ctx.context.line, ctx.context.column))

    def _switches_in(self, tree: MypyFile) -> ModuleSwitches:
        """The switches of JAX options in a module."""
        return self._texts.switches_of(tree.fullname, tree.path)

    def _program(self) -> Program:
        """The switches of JAX options in the program."""
        return program(self.lookup_fully_qualified(f"{SWITCHES_MODULE}.{STATE}"))

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """The hook of a method: an operator, also where a class inherits it, or a method that has a rule."""
        self._begin_files()
        hook = self._method_hooks.get(fullname)
        owner, _, method = fullname.rpartition(".")
        if hook is None and method.endswith("__"):
            hook = self._inherited_hook(owner, method)
        if hook is None and not fullname.startswith((*NO_ARRAYS, *OURS)):
            hook = self._wrapper_hooks.get(method) or self._method_elsewhere(method)
        if fullname.startswith(NUMPY) and not fullname.endswith("__"):
            hook = self._numpy.corrected(fullname, hook)
        return (
            self._other_plugins.first("get_method_hook", fullname, hook)
            if hook and not fullname.startswith(OURS)
            else hook
        )

    def _method_elsewhere(self, name: str) -> Callable[[MethodContext], Type]:
        """The hook of a method, by its name, of a class that is none of JAX's."""
        if name not in self._installed_hooks:
            hook = self._calls.method_hook(name, without_changed_dtypes)
            self._installed_hooks[name] = self._in_modes.agreed(hook)
        return self._installed_hooks[name]

    def _inherited_hook(self, owner: str, method: str) -> Callable[[MethodContext], Type] | None:
        """The hook of the class that defines an operator method; mypy asks with the name of the operand's class."""
        if method not in METHODS or owner.startswith("builtins."):
            return None
        symbol = self.lookup_fully_qualified(owner)
        info = symbol.node if symbol is not None else None
        defining = info.get_containing_type_info(method) if isinstance(info, TypeInfo) else None
        return None if defining is None else self._method_hooks.get(f"{defining.fullname}.{method}")

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The hook of a function: a builtin, a dtype that is called, or a JAX function that has a rule."""
        if fullname.startswith("jax.") and fullname not in self._function_hooks:
            hook = function_hook(fullname, self._system_of, self._requests_of)
            if hook is None and fullname in INDICES:
                hook = self._default_function_hook
            if hook is not None:
                hook = checked_indices(fullname, hook, self._system_of)
                self._function_hooks[fullname] = self._in_modes.agreed(opened(hook))
        hook = self._function_hooks.get(fullname) or (
            None if fullname.startswith(NO_ARRAYS) else self._default_function_hook
        )
        if fullname.startswith(NUMPY):
            hook = self._numpy.corrected(fullname, hook)
        return (
            self._other_plugins.first("get_function_hook", fullname, hook)
            if hook and not fullname.startswith(OURS)
            else hook
        )

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The signature hook of a function that accepts functions (perhaps lambdas) or has overloads for dtypes."""
        if not fullname.startswith(WITH_OVERLOADS) or fullname in OVERLOADED_BY_JAX:
            return own_signature if fullname in TAKING_FUNCTIONS else FOLD_SIGNATURES.get(fullname)
        return _TAKING_LAMBDAS if fullname in TAKING_FUNCTIONS else _NOT_TAKING_LAMBDAS

    def get_method_signature_hook(self, fullname: str) -> Callable[[MethodSigContext], FunctionLike] | None:
        """The signature hook of a method that changes a container or replaces the array in a wrapper."""
        return self._signature_hooks.get(fullname) or (setter if fullname.endswith(SETTERS) else None)

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """The hook of an attribute of `Array`, or of a named tuple's field."""
        hook = self._attribute_hooks.get(fullname)
        if hook is not None or fullname.startswith((*NO_ARRAYS, *OURS)):
            return hook
        owner = self.lookup_fully_qualified(fullname.rpartition(".")[0])
        is_field = owner is not None and isinstance(owner.node, TypeInfo) and owner.node.is_named_tuple
        return field_type if is_field else None

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of a dtype class in an annotation."""
        if self._begin_files():
            return _analyzed_again
        return self._jaxtyping.hook() if fullname in ANNOTATED else self._annotations.hook(fullname)

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """The hook that replaces overloads of `Array` or of a module's functions, or records the program's switches."""
        return BASE_CLASS_HOOKS.get(fullname)

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """The hook of a dtype class, or of any other class, which may be derived from a dtype class."""
        self._begin_files()
        if fullname in JOINED:
            return beside_default
        if fullname in JAXTYPING or fullname == LAST:
            return category
        return without_rows if fullname in NODES else None if fullname == SEVERAL else without_fallback

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """The modules of dtype classes, which every module with arrays depends on, and the module's own marks."""
        self._refuse_bad_configuration()
        quote_aliases(file, {})
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
            self._marks.cached(ctx.id, ctx.path)
            if is_read_anew(ctx.id):
                return stamp()
        return [SOURCES, self._config.snapshot(), full_jax_version()]

    def _begin_files(self) -> bool:
        """Insert the first statement into files that one of mypy's workers reads.

        A worker asks for the hooks of annotations, but not for additional dependencies.

        Returns:
            Whether expressions have changed that mypy may be about to analyze.
        """
        modules, is_changed = self._modules, False
        if modules is not None and len(modules) != self._files_started:
            for tree in [*modules.values()][self._files_started :]:
                is_changed |= quote_aliases(tree, modules)
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
